import { hash } from 'node:crypto'

/** Letters by their common disguises. */
const DISGUISES: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '0': 'o',
  '1': 'i',
  '!': 'i',
  '3': 'e',
  $: 's',
  '5': 's',
  '7': 't',
}

/** A text without case and disguises, the form in which entries are compared. */
export const plainForm = (text: string): string =>
  [...text.toLowerCase()].map((letter) => DISGUISES[letter] ?? letter).join('')

/** The endings that guessers append to a word, as do people after a rule asked for digits or signs. */
const TAIL = /[@!#$._-]?(1|123|1234|12345|123456|1234567|321|4321|54321)[!@#.]?$/

/** The signs at the end of a password. */
const SIGNS = /[!@#$%.*?_-]+$/

const STEM = /[a-z]{3}/
const STEM_LENGTHS = { min: 4, max: 16 }

/** The entry of the list for a word with one of the commonest endings; `undefined` if the text is not a word. */
export function stemForm(text: string): string | undefined {
  const { min, max } = STEM_LENGTHS
  const stem = text.toLowerCase()
  return stem.length >= min && stem.length <= max && STEM.test(stem) ? `stem ${plainForm(stem)}` : undefined
}

/** Entries of the list that would make a password common. */
export function commonForms(password: string): readonly string[] {
  const stem = stemForm(password.toLowerCase().replace(TAIL, ''))
  const withoutSigns = password.replace(SIGNS, '')
  return [plainForm(password), plainForm(withoutSigns), ...(stem === undefined || !TAIL.test(password) ? [] : [stem])]
}

/** The bits per entry, and the number of bits that an entry sets: about one of 2,200 texts that are not entries passes as one. */
const BITS_OF_ENTRY = 16
const MARKS = 11

/** A Bloom filter of texts: it finds every entry, and few other texts pass as entries. */
export class CommonFilter {
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  static of(entries: ReadonlySet<string>): CommonFilter {
    const filter = new CommonFilter(Buffer.alloc(Math.ceil((entries.size * BITS_OF_ENTRY) / 8)))
    for (const entry of entries) filter.#add(entry)
    return filter
  }

  get bytes(): Buffer {
    return this.#bytes
  }

  has(text: string): boolean {
    return this.#marksOf(text).every((bit) => ((this.#bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1)
  }

  #add(text: string): void {
    for (const bit of this.#marksOf(text)) this.#bytes[bit >> 3] = (this.#bytes[bit >> 3] ?? 0) | (1 << (bit & 7))
  }

  #marksOf(text: string): number[] {
    const digest = hash('sha256', text, 'buffer')
    const bits = this.#bytes.length * 8
    // Two halves of one hash produce all the bit numbers needed.
    const first = digest.readUIntBE(0, 6)
    const step = digest.readUIntBE(6, 6)
    return Array.from({ length: MARKS }, (_, index) => (first + index * step) % bits)
  }
}
