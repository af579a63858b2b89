// Says so when the page cannot start: its code is gone after an update, or the network is away. The page's own code and
// styles may be what is missing, so this file needs neither.
;(() => {
  const texts = {
    en: ['Omen could not be loaded. There may be a new version, or no connection.', 'Reload'],
    zh: ['Omen 加载失败。可能已有新版本，或网络已断开。', '重新加载'],
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

  function show() {
    const root = document.getElementById('root')
    if (root === null || root.childElementCount > 0) return
    const [sentence, action] = texts[language()]
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
    root.append(notice)
  }

  /** A missing script is reported on its element, a failed import on the window; once the page runs, it reports itself. */
  function onFailure() {
    document.readyState === 'loading' ? addEventListener('DOMContentLoaded', show) : show()
  }
  addEventListener('error', onFailure, true)
  addEventListener('unhandledrejection', onFailure)
})()
