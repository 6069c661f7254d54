import { expect, test, vi } from 'vitest'
import { markKeyboard } from '#client/ui/media.ts'

test('the page is marked while a field has the focus and a keyboard has taken the height, and not for a button or a field that only shows', () => {
  const lowTouch = vi.fn(() => ({ matches: true }))
  vi.stubGlobal('matchMedia', lowTouch)
  markKeyboard(window)
  document.body.innerHTML = '<input name="typed"><textarea></textarea><input readonly name="shown"><button></button>'
  const isMarked = () => document.documentElement.hasAttribute('data-keyboard')
  const isMarkedOn = (selector: string) => {
    document.querySelector<HTMLElement>(selector)?.focus()
    return isMarked()
  }
  expect(isMarkedOn('[name=typed]')).toBe(true)
  expect(isMarkedOn('textarea')).toBe(true)
  expect(isMarkedOn('button')).toBe(false)
  expect(isMarkedOn('[name=shown]')).toBe(false)
  expect(isMarkedOn('textarea')).toBe(true)
  lowTouch.mockReturnValue({ matches: false })
  window.dispatchEvent(new Event('resize'))
  expect(isMarked()).toBe(false)
  lowTouch.mockReturnValue({ matches: true })
  window.dispatchEvent(new Event('resize'))
  expect(isMarked()).toBe(true)
  document.querySelector('textarea')?.blur()
  expect(isMarked()).toBe(false)
  expect(lowTouch).toHaveBeenCalledWith('(pointer: coarse) and (max-height: 34em)')
})
