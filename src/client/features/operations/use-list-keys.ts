import { type RefObject, useEffect } from 'react'

const FIELDS = 'input, textarea, select, [contenteditable]'

/** The targets of the arrow keys: links of rows, buttons that open or decide one, and rows that expand. */
export const ROWS =
  ':is([role=row], [data-item]) :is(a[href], button[data-row]), li:not([data-item]) > details > summary'

export const isTyping = (target: EventTarget | null) => target instanceof Element && target.matches(FIELDS)

/**
 * The keys of a list: `/` focuses its search field, the arrows move between rows (to each row's first link), Enter opens a row like any link. An open
 * sheet has its own keys.
 */
export function useListKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const page = list.current
      if (!page || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return
      const search = page.querySelector<HTMLInputElement>('input[type=search]')
      if (event.key === '/' && !isTyping(event.target)) {
        event.preventDefault()
        search?.focus()
        return
      }
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      if (isTyping(event.target) && event.target !== search) return
      const links = [...page.querySelectorAll<HTMLElement>(ROWS)]
      const at = links.findIndex((link) => link.matches(':focus'))
      const next = event.key === 'ArrowDown' ? links[at + 1] : at > 0 ? links[at - 1] : search
      if (!next) return
      event.preventDefault()
      next.focus()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [list])
}
