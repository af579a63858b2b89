// Runs before the first paint, so that a dark page never flashes white. A separate file: the page allows no inline script.
;(() => {
  let chosen = 'auto'
  try {
    chosen = localStorage.getItem('omen.color-scheme') || 'auto'
  } catch {
    // without storage the system's colour scheme applies
  }
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
