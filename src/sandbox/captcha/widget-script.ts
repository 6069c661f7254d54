/** The sandbox's widget, with the calls of Turnstile's own script: `turnstile.render(element, {sitekey, action, callback, …})`, `remove`. */
export const WIDGET_SCRIPT = `(() => {
  const WORDS = { fa: ['ربات نیستم', 'تأیید شد'], en: ["I'm not a robot", 'Confirmed'] }
  window.turnstile = {
    render(element, { sitekey, action, language, callback, 'error-callback': failed }) {
      const [ask, done] = WORDS[language] ?? WORDS.fa
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = ask
      button.dataset.captcha = 'sandbox'
      button.style.cssText = 'min-height:44px;width:100%;border:1px dashed currentColor;border-radius:8px;background:none;color:inherit;font:inherit'
      button.addEventListener('click', async () => {
        button.disabled = true
        try {
          const answer = await fetch('/sandbox/turnstile/v0/challenge', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ sitekey, action }),
          })
          const { response } = await answer.json()
          button.textContent = done
          callback(response)
        } catch {
          button.disabled = false
          failed?.()
        }
      })
      element.append(button)
      return button
    },
    remove(button) {
      button?.remove()
    },
  }
})()
`
