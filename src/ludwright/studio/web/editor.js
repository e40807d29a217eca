// The editor of game texts: colours, completion, messages in the margin, going to a definition, renaming.
import {
  Annotation, Compartment, Decoration, EditorState, EditorView, HighlightStyle, StreamLanguage, autocompletion, bracketMatching, closeBrackets, closeBracketsKeymap, completionKeymap,
  defaultKeymap, drawSelection, highlightActiveLine, highlightActiveLineGutter, highlightSelectionMatches, highlightSpecialChars, history, historyKeymap, hoverTooltip, indentUnit,
  indentWithTab, keymap, lineNumbers, lintGutter, lintKeymap, search, searchKeymap, setDiagnostics, syntaxHighlighting, tags,
} from '/web/vendor/codemirror.min.js';
import { glossary } from '/web/glossary.js';

/** Marks changes that come from elsewhere: they are not to be saved again. */
export const fromElsewhere = Annotation.define();

const colours = HighlightStyle.define([
  { tag: tags.definitionKeyword, color: 'var(--decl)', fontWeight: '600' }, { tag: tags.keyword, color: 'var(--word)' }, { tag: tags.number, color: 'var(--number)' },
  { tag: tags.string, color: 'var(--string)' }, { tag: tags.comment, color: 'var(--comment)', fontStyle: 'italic' }, { tag: tags.propertyName, color: 'var(--name)' },
  { tag: tags.separator, color: 'var(--comment)' }, { tag: tags.definition(tags.variableName), color: 'var(--name)', fontWeight: '600' },
]);

const look = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--code)', color: 'var(--ink)', fontSize: '14.5px' },
  '.cm-scroller': { fontFamily: "ui-monospace, 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace", lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--ink)', paddingBottom: '40vh' }, '.cm-cursor': { borderLeftColor: 'var(--ink)', borderLeftWidth: '2px' },
  '.cm-gutters': { backgroundColor: 'var(--code)', color: 'var(--soft)', border: 'none' }, '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--hover) 60%, transparent)' },
  '&.cm-focused': { outline: 'none' }, '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'color-mix(in srgb, var(--link) 28%, transparent) !important' },
  '.cm-tooltip': { backgroundColor: 'var(--panel)', color: 'var(--ink)', border: '1px solid var(--edge)', borderRadius: '8px', boxShadow: 'var(--shadow)', maxWidth: '30rem' },
  '.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px' }, '.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-completionDetail': { color: 'inherit', opacity: '.75', marginLeft: '1em', fontStyle: 'normal' }, '.cm-diagnostic': { padding: '6px 10px' },
  '.cm-diagnosticAction': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)', borderRadius: '6px', padding: '3px 9px', font: 'inherit', fontSize: '.9em' },
  '.cm-panels': { backgroundColor: 'var(--panel)', color: 'var(--ink)', borderColor: 'var(--line)' }, '.cm-matchingBracket': { backgroundColor: 'color-mix(in srgb, var(--good) 30%, transparent) !important' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--bad) 1.5px', textUnderlineOffset: '3px' },
  '.cm-lintRange-info': { backgroundImage: 'none', textDecoration: 'underline dotted var(--warn) 1.5px', textUnderlineOffset: '3px' },
});

/** The colours of words; which words there are, the grammar says. */
function language(words) {
  const declaring = new Set(words.declaring), known = new Set([...words.words, ...words.declaring]);
  const naming = new Set(['param', 'enum', 'cards', 'things', 'zone', 'dice', 'var', 'stage', 'action', 'define', 'to']);
  return StreamLanguage.define({
    name: 'game', startState: () => ({ first: true, named: false }), languageData: { commentTokens: { line: '#' }, closeBrackets: { brackets: ['(', '[', '"'] } },
    token(stream, state) {
      if (stream.sol()) { state.first = true; state.named = false; state.row = /^\s*\|/.test(stream.string); }
      if (stream.eatSpace()) return null;
      if (stream.match(/#.*/)) return 'comment';
      if (stream.match(/"[^"]*"?/)) { state.first = false; return 'string'; }
      if (state.row && stream.eat('|')) return 'separator';
      if (stream.match(/\d+(\.\d+)?%?/)) { state.first = false; return 'number'; }
      const dotted = stream.pos > 0 && stream.string[stream.pos - 1] === '.' && stream.string[stream.pos - 2] !== '.';
      const word = stream.match(/[\p{L}_][\p{L}\p{N}_]*/u)?.[0];
      if (!word) { stream.next(); state.first = false; return null; }
      const first = state.first, named = state.named;
      state.first = state.named = false;
      if (first && declaring.has(word) && stream.pos === word.length) { state.named = naming.has(word); return 'definitionKeyword'; }
      if (named) return 'definition(variableName)';
      if (dotted) return 'propertyName';
      if (state.row) return null;
      if (/^d\d+$/.test(word)) return 'number';
      return known.has(word) ? 'keyword' : null;
    },
    tokenTable: { 'definition(variableName)': tags.definition(tags.variableName) },
  });
}

const kinds = { word: 'keyword', parameter: 'constant', action: 'function', procedure: 'function', definition: 'function', zone: 'class', variable: 'variable', column: 'property' };

/** The editor. `hooks`: words, changed(text), complete(text, line, column), save(), rename(word), goTo(word), names(). */
export function makeEditor(parent, text, readonly, hooks) {
  async function completions(context) {
    const word = context.matchBefore(/[\p{L}_][\p{L}\p{N}_]*/u);
    const behindDot = /\.\s*$/.test(context.state.sliceDoc(Math.max(0, context.pos - 2), context.pos));
    if (!word && !behindDot && !context.explicit) return null;
    const from = word ? word.from : context.pos, line = context.state.doc.lineAt(from);
    const found = await hooks.complete(context.state.doc.toString(), line.number, from - line.from);
    if (!found?.length) return null;
    return { from, validFor: /^[\p{L}\p{N}_]*$/u, options: found.map(one => ({ label: one.label, type: kinds[one.kind] ?? 'text', detail: one.kind === 'word' ? '' : one.kind, info: glossary[one.label]?.words, boost: one.kind === 'word' ? 0 : 5 })) };
  }
  const help = hoverTooltip((view, pos) => {
    const word = wordAt(view.state, pos);
    const known = word && glossary[word.text], named = word && hooks.names().find(one => one.name === word.text);
    if (!known && !named) return null;
    return { pos: word.from, end: word.to, above: true, create: () => {
      const dom = document.createElement('div');
      dom.className = 'hover-help';
      const say = (tag, words) => { const part = document.createElement(tag); part.textContent = words; dom.append(part); };
      if (named) say('p', `${named.name}: ${named.kind}, line ${named.line}`);
      if (known) { say('p', known.words); if (known.example) say('pre', known.example); }
      return { dom };
    } };
  }, { hoverTime: 350 });
  const locked = new Compartment();
  const view = new EditorView({
    parent,
    state: EditorState.create({ doc: text, extensions: [
      lineNumbers(), lintGutter(), highlightActiveLineGutter(), highlightSpecialChars(), history(), drawSelection(), bracketMatching(), closeBrackets(), highlightActiveLine(), highlightSelectionMatches(),
      search({ top: true }), indentUnit.of('  '), EditorState.tabSize.of(2), language(hooks.words), syntaxHighlighting(colours), look, help, EditorView.lineWrapping,
      autocompletion({ override: [completions], icons: false, activateOnTypingDelay: 60 }),
      keymap.of([
        { key: 'Mod-s', run: () => { hooks.save(); return true; } }, { key: 'F12', run: view => { hooks.goTo(wordAt(view.state, view.state.selection.main.head)?.text); return true; } },
        { key: 'F2', run: view => { hooks.rename(wordAt(view.state, view.state.selection.main.head)?.text); return true; } },
        ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap, indentWithTab,
      ]),
      EditorView.domEventHandlers({ mousedown: (event, view) => {
        if (!(event.ctrlKey || event.metaKey)) return false;
        const pos = view.posAtCoords({ x: event.clientX, y: event.clientY });
        return pos !== null && hooks.goTo(wordAt(view.state, pos)?.text);
      } }),
      EditorView.updateListener.of(update => { if (update.docChanged) hooks.changed(update.state.doc.toString(), update.transactions.some(one => one.annotation(fromElsewhere))); }),
      EditorView.contentAttributes.of({ 'aria-label': 'The text of the game', tabindex: '0', spellcheck: 'false', autocapitalize: 'off' }),
      locked.of(readonly ? [EditorState.readOnly.of(true)] : []),
    ] }),
  });
  return view;
}

export function wordAt(state, pos) {
  const line = state.doc.lineAt(pos);
  for (const found of line.text.matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu)) {
    const from = line.from + found.index, to = from + found[0].length;
    if (from <= pos && pos <= to) return { text: found[0], from, to };
  }
  return null;
}

/** Where a line and column (both from 1) lie in the text; never outside. */
export function offset(doc, line, column) {
  const at = doc.line(Math.max(1, Math.min(doc.lines, line)));
  return Math.min(at.to, at.from + Math.max(0, column - 1));
}

/** Show messages under the words they are about. */
export function showMessages(view, messages, file) {
  const doc = view.state.doc;
  const shown = messages.filter(one => one.line && one.file === file).map(one => {
    const from = offset(doc, one.line, one.column), to = Math.max(from, Math.min(doc.line(Math.min(one.line, doc.lines)).to, from + (one.width || 1)));
    return {
      from, to, severity: one.severity === 'mistake' ? 'error' : 'info', message: one.hint ? `${one.message}\n${one.hint}` : one.message,
      actions: one.mend ? [{ name: one.mend.words, apply: () => mend(view, one.mend) }] : [],
    };
  }).sort((a, b) => a.from - b.from);
  view.dispatch(setDiagnostics(view.state, shown));
}

/** Make the change that mends a mistake. */
export function mend(view, change) {
  const doc = view.state.doc;
  view.dispatch({ changes: { from: offset(doc, change.line, change.column), to: offset(doc, change.end_line, change.end_column), insert: change.text }, userEvent: 'input.mend' });
  view.focus();
}

/** Put another text in, changing no more than what differs, so that the cursor stays where it is. */
export function replaceText(view, text, annotations, userEvent = 'input.replace') {
  const old = view.state.doc.toString();
  if (old === text) return;
  let from = 0, end = 0;
  while (from < old.length && from < text.length && old[from] === text[from]) from += 1;
  while (end < old.length - from && end < text.length - from && old[old.length - 1 - end] === text[text.length - 1 - end]) end += 1;
  view.dispatch({ changes: { from, to: old.length - end, insert: text.slice(from, text.length - end) }, annotations, userEvent });
}
