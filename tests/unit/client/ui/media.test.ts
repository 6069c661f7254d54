import { expect, test, vi } from 'vitest'
import { markKeyboard } from '#client/ui/media.ts'

/** A page of its own: it takes its listeners with it. */
function openPage() {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const page = frame.contentWindow
  if (page === null) throw new Error('The frame has no page.')
  const lowTouch = vi.fn(() => ({ matches: true }))
  Object.assign(page, { matchMedia: lowTouch })
  page.document.body.innerHTML =
    '<input name="typed"><textarea></textarea><input readonly name="shown"><button></button>'
  const find = (selector: string) => page.document.querySelector<HTMLElement>(selector)
  return { page, lowTouch, find, resize: () => page.dispatchEvent(new Event('resize')) }
}

test('the page is marked while a field has the focus and a keyboard has taken the height, and not for a button or a field that only shows', () => {
  const { page, lowTouch, find, resize } = openPage()
  markKeyboard(page)
  const isMarked = () => page.document.documentElement.hasAttribute('data-keyboard')
  const isMarkedOn = (selector: string) => {
    find(selector)?.focus()
    return isMarked()
  }
  expect(isMarkedOn('[name=typed]')).toBe(true)
  expect(isMarkedOn('textarea')).toBe(true)
  expect(isMarkedOn('button')).toBe(false)
  expect(isMarkedOn('[name=shown]')).toBe(false)
  expect(isMarkedOn('textarea')).toBe(true)
  lowTouch.mockReturnValue({ matches: false })
  resize()
  expect(isMarked()).toBe(false)
  lowTouch.mockReturnValue({ matches: true })
  resize()
  expect(isMarked()).toBe(true)
  find('textarea')?.blur()
  expect(isMarked()).toBe(false)
  expect(lowTouch).toHaveBeenCalledWith('(pointer: coarse) and (max-height: 34em)')
})
