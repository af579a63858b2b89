// Says that the page is loading, which takes some seconds on a slow network, and says so when it cannot start: its code is gone
// after an update, or the network is away. The page's own code and styles may be what is missing, so this file needs neither.
;(() => {
  const texts = {
    en: ['Loading Omen…', 'Omen could not be loaded. There may be a new version, or no connection.', 'Reload'],
    zh: ['正在加载 Omen…', 'Omen 加载失败。可能已有新版本，或网络已断开。', '重新加载'],
  }

  function language() {
    let stored
    try {
      stored = localStorage.getItem('omen.locale')
    } catch {
      // without storage the browser's language applies
    }
    return (stored || navigator.language).startsWith('zh') ? 'zh' : 'en'
  }

  /** What index.html has in place of the page; the page removes it when it starts. */
  function starting() {
    return document.getElementById('starting')
  }

  /** As soon as it is parsed: `DOMContentLoaded` waits for the code of the page. */
  function translate() {
    const line = starting()?.querySelector('p')
    if (line) line.textContent = texts[language()][0]
    else if (document.readyState === 'loading') setTimeout(translate, 10)
  }

  function show() {
    const place = starting()
    if (place === null) return
    const [, sentence, action] = texts[language()]
    const notice = document.createElement('div')
    notice.setAttribute('role', 'alert')
    notice.style.cssText = 'max-width:480px;margin:15vh auto;padding:16px;font:14px/20px system-ui,sans-serif'
    const text = document.createElement('p')
    text.textContent = sentence
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = action
    button.style.cssText = 'font:inherit;padding:6px 16px'
    button.addEventListener('click', () => location.reload())
    notice.append(text, button)
    place.replaceWith(notice)
  }

  /** A missing script is reported on its element, a failed import on the window; once the page runs, it reports itself. */
  function onFailure() {
    document.readyState === 'loading' ? addEventListener('DOMContentLoaded', show) : show()
  }
  translate()
  addEventListener('error', onFailure, true)
  addEventListener('unhandledrejection', onFailure)
})()
