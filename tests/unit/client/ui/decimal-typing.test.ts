import { describe, expect, test } from 'vitest'
import type { Language } from '#client/lib/locale.ts'
import { caretAfter, editTyped, showTyped } from '#client/ui/decimal-field.tsx'

const rules = (language: Language) => ({ decimals: 8, language })

/** Replaces the part between two places of the shown text. */
function replace(text: string, { start, end, by }: { start: number; end: number; by: string }, language: Language) {
  const shown = showTyped(text, language)
  const next = `${shown.slice(0, start)}${by}${shown.slice(end)}`
  return editTyped({ text, next, caret: start + by.length, selection: { start, end } }, rules(language))
}

describe('an edit', () => {
  test('behind a grouped number keeps the digits before it', () => {
    expect(replace('1234', { start: 5, end: 5, by: '5' }, 'en')).toEqual({ text: '12345', caret: 6 })
  })

  test('of a comma behind a grouped number shows it beside the bare digits', () => {
    expect(replace('1234', { start: 5, end: 5, by: ',' }, 'en')).toEqual({ text: '1234,', caret: 5 })
  })

  test('that pastes a grouped number over another is read with its own marks alone', () => {
    expect(replace('1234', { start: 0, end: 5, by: '1,234,567' }, 'en').text).toBe('1234567')
  })

  test('of more than a keystroke that the browser did not announce is taken with all its marks', () => {
    const edit = { text: '1234', next: '1,234,567', caret: 9, selection: undefined }
    expect(editTyped(edit, rules('en')).text).toBe('1234567')
  })

  test('that removes a mark of the field changes nothing but the caret', () => {
    const edit = { text: '1234', next: '1234', caret: 1, selection: { start: 2, end: 2 } }
    expect(editTyped(edit, rules('en'))).toEqual({ text: '1234', caret: 1 })
  })

  test('that leaves no number keeps the text as it was typed', () => {
    expect(replace('1', { start: 1, end: 1, by: 'e' }, 'en')).toEqual({ text: '1e', caret: 2 })
    expect(replace('12.5', { start: 4, end: 4, by: '.' }, 'en')).toEqual({ text: '12.5.', caret: 5 })
  })

  test('that brings the point shows it as the language does', () => {
    expect(replace('12', { start: 2, end: 2, by: '/' }, 'fa')).toEqual({ text: '12.', caret: 3 })
    expect(replace('', { start: 0, end: 0, by: '٫' }, 'fa')).toEqual({ text: '0.', caret: 2 })
  })
})

describe('showing it', () => {
  test('digits and marks are those of the language', () => {
    expect(showTyped('98500.5', 'fa')).toBe('۹۸٬۵۰۰٫۵')
    expect(showTyped('98500.5', 'en')).toBe('98,500.5')
    expect(showTyped('1234567.', 'en')).toBe('1,234,567.')
  })

  test('a text with marks of the person is shown as it is', () => {
    expect(showTyped('1234,5', 'en')).toBe('1234,5')
    expect(showTyped('-1234', 'fa')).toBe('-۱۲۳۴')
  })

  test('the caret stays behind the digits it was behind', () => {
    expect(caretAfter(0, '1,234')).toBe(0)
    expect(caretAfter(1, '1,234')).toBe(1)
    expect(caretAfter(2, '1,234')).toBe(3)
    expect(caretAfter(4, '۱٬۲۳۴')).toBe(5)
    expect(caretAfter(2, '0.')).toBe(2)
  })
})
