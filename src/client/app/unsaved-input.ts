/** How often fields that left the page, or were emptied by the program, are noticed. */
const CHECK_MS = 2_000

type Field = HTMLInputElement | HTMLTextAreaElement

/** Weak, so that a field that has left the page leaves the memory too, with the password that it holds. */
const touched = new WeakSet<Field>()

/** Starts to note which fields were typed into. Once, at the start; no form has to know of it. */
export function watchInput(page: Document): void {
  page.addEventListener('input', ({ target }) => {
    if (isField(target) && target.type !== 'search') touched.add(target)
  })
}

/** Whether a field of a form that is on the screen holds something typed that a reload would lose. */
export function hasUnsavedInput(): boolean {
  const fields = document.querySelectorAll<Field>('input, textarea')
  return Array.from(fields).some((field) => touched.has(field) && field.value !== '')
}

export function subscribeToUnsavedInput(listener: () => void): () => void {
  const timer = setInterval(listener, CHECK_MS)
  document.addEventListener('input', listener)
  return () => {
    clearInterval(timer)
    document.removeEventListener('input', listener)
  }
}

function isField(target: EventTarget | null): target is Field {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}
