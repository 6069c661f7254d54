/** How often the fields are checked for having left the page or having been emptied by the program. */
const CHECK_MS = 2_000

type Field = HTMLInputElement | HTMLTextAreaElement

/** Weak references, so that a field that has left the page is freed, with the password in it. */
const touched = new WeakSet<Field>()

/** Remembers which fields were typed into. Called once, at the start, so that forms need no code for it. */
export function watchInput(page: Document): void {
  page.addEventListener('input', ({ target }) => {
    if (isField(target) && target.type !== 'search') touched.add(target)
  })
}

/** Whether a field on the screen holds typed text that a reload would lose. */
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
