// Runs before the first paint, so that a dark page never flashes white. A file of its own: the page allows no inline script.
;(() => {
  let chosen = 'auto'
  try {
    chosen = localStorage.getItem('omen.color-scheme') || 'auto'
  } catch {
    // a browser that allows no storage gets the system's choice
  }
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
