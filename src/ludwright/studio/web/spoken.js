// Texts of the language as they are read aloud: for lists in which somebody chooses, and does not write.

const WHICH = { any: 'one', no: 'none', random: 'any one, by chance,', first: 'the first', highest: 'the one', lowest: 'the one' };
const WORDS = [
  [/(?:\s*\n)?\s*\bnothing\b/g, (part, at) => (at ? '' : 'nothing')],
  [/NAME\w*|PLURAL/g, '…'],
  [/^expect (?:"[^"\n]*": )?"([^"\n]+)"$/g, '$1'], [/^track "([^"\n]+)": (.+)$/g, 'follow $2, as “$1”'],
  [/\(top of ([\w. ]+)\)\.(\w+)/g, 'the $2 of the top of $1'],
  [/sum\((\w+)\.(\w+) for \1 in ([^()]+)\)/g, 'the $2 of all in $3, added up'],
  [/line\((\w+), all (\w) in (\w+) with \2\.(\w+)(?: is (\w+))?\)/g, (_, many, letter, where, what, who) => `${many} in a row of ${where} with ${what}${who ? ` ${who}` : ''}`],
  [/\b(any|no|all|random|first|highest|lowest) (\w+) in ([\w ]+?)(?= with | by |[:)]|$)/g, (_, which, letter, where) => `${WHICH[which] ?? which} in ${where}${{ highest: ' with the most', lowest: ' with the least' }[which] ?? ''}`],
  [/(with the most|with the least) by \w+\.(\w+)/g, '$1 $2'], [/ with \w\.(\w+) (?:is )?/g, ' with $1 '], [/ with \w\.(\w+)$/g, ' with $1'],
  [/(^|: )([^:\n]+) \+= (.+)$/gm, '$1add $3 to $2'], [/(^|: )([^:\n]+) -= (.+)$/gm, '$1take $3 from $2'], [/^let (\w+) = (.+)$/gm, 'remember $2, as “$1”'], [/^(?!.* in )([\w. ()]+) = (.+)$/gm, 'set $1 to $2'],
  [/ with (\w+) >= /g, ' with $1 at least '], [/ with (\w+) <= /g, ' with $1 at most '],
  [/ >= /g, ' is at least '], [/ <= /g, ' is at most '], [/ > /g, ' is more than '], [/ < /g, ' is less than '],
  [/\b((?:my )?\w+)\.count\b/g, 'how many in $1'], [/\b(turn|round)\.number\b/g, 'the number of the $1'],
  [/(\d+)\.\.(\w+)/g, '$1 to $2'], [/ \* /g, ' × '], [/ div /g, ' ÷ '],
];

/** A text as it is read aloud, on one line. */
export function spoken(text) {
  let told = text;
  for (const [part, words] of WORDS) told = told.replace(part, words);
  return told.split('\n').map(line => line.trim()).filter(Boolean).join(' · ').replaceAll('_', ' ');
}
