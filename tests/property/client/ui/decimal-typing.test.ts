import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDecimalText } from '#client/lib/digits.ts'
import type { Language } from '#client/lib/locale.ts'
import { editTyped, showTyped } from '#client/ui/decimal-field.tsx'

const language = fc.constantFrom('fa' as const, 'en' as const)
const decimals = fc.constantFrom(0, 2, 3, 8)
const mark = fc.constantFrom('.', ',', '٫', '٬', '،', '/', ' ', '-', 'e')
const digits = fc.stringMatching(/^[0-9۰-۹]{1,4}$/)
const text = fc
  .array(fc.oneof({ weight: 3, arbitrary: digits }, { weight: 2, arbitrary: mark }), { maxLength: 6 })
  .map((parts) => parts.join(''))

const ascii = (part: string) => part.replace(/[۰-۹]/g, (digit) => String('۰۱۲۳۴۵۶۷۸۹'.indexOf(digit)))
const plain = (whole: string, fraction = '') => {
  const tail = fraction.replace(/0+$/, '')
  return `${whole.replace(/^0+(?=.)/, '') || '0'}${tail === '' ? '' : `.${tail}`}`
}

/** Every possible meaning of the text: each convention reads the whole text by itself. */
function meanings(given: string, { in: language, whole }: { in: Language; whole: boolean }): Set<string> {
  const found = new Set<string>()
  const written = ascii(given)
    .replace(/٫/g, '.')
    .replace(language === 'fa' ? /\//g : /(?!)/g, '.')
    .trim()
  const pointed = /^(\d*)\.?(\d*)$/.exec(written)
  if (pointed && /[\d.]/.test(written)) found.add(plain(pointed[1] ?? '', pointed[2]))
  const grouped = /^(0*[1-9]\d{0,2}(?:([,،٬ ])\d{3})(?:\2\d{3})*)[,،٬ ]?(?:\.(\d*))?$/.exec(written)
  if (grouped) found.add(plain((grouped[1] ?? '').replace(/\D/g, ''), grouped[3]))
  const comma = /^(\d*)[,،](\d*)$/.exec(written)
  // In a field of whole numbers nobody types thousandths.
  if (comma && !(whole && grouped)) found.add(plain(comma[1] ?? '', comma[2]))
  const open = /^(0*[1-9]\d{0,2})[٬ ]$/.exec(written)
  if (open) found.add(plain(open[1] ?? ''))
  return found
}

const valueIn = (reading: ReturnType<typeof readDecimalText>) => ('problem' in reading ? undefined : reading.value)

/** Types the text into an empty field, one key after another. */
function typeInto(given: string, rules: { decimals: number; language: Language }) {
  let current = ''
  for (const key of given) {
    const shown = showTyped(current, rules.language)
    const at = { start: shown.length, end: shown.length }
    current = editTyped({ text: current, next: shown + key, caret: shown.length + 1, selection: at }, rules).text
  }
  return readDecimalText(current, rules)
}

test('no text ever yields a value that differs from its one plain reading', () => {
  fc.assert(
    fc.property(text, language, decimals, (given, inLanguage, finest) => {
      const value = valueIn(readDecimalText(given, { decimals: finest, language: inLanguage }))
      if (value === undefined) return
      expect([...meanings(given, { in: inLanguage, whole: finest === 0 })]).toEqual(value === '' ? [] : [value])
    }),
    { numRuns: 5_000 },
  )
})

test('typed key by key, a text comes to the value of the whole text, or to none', () => {
  fc.assert(
    fc.property(text, language, decimals, (given, inLanguage, finest) => {
      const rules = { decimals: finest, language: inLanguage }
      const value = valueIn(typeInto(given, rules))
      if (value !== undefined) expect(value).toBe(valueIn(readDecimalText(given, rules)))
    }),
    { numRuns: 5_000 },
  )
})

test('a plain number is read whatever its digits, and shown it reads back', () => {
  const number = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.stringMatching(/^\d{0,7}[1-9]$/))
  fc.assert(
    fc.property(number, language, ([whole, fraction], inLanguage) => {
      const rules = { decimals: 8, language: inLanguage }
      const wanted = `${whole}.${fraction}`
      expect(valueIn(typeInto(wanted, rules))).toBe(wanted)
      expect(valueIn(readDecimalText(showTyped(wanted, inLanguage), rules))).toBe(wanted)
    }),
  )
})
