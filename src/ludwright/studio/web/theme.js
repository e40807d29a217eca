// Before anything is drawn: light or dark as chosen here, else as the system has it.
'use strict';
(() => {
  const wanted = localStorage.getItem('ludwright-theme');
  if (wanted) document.documentElement.dataset.theme = wanted;
})();
