/** Letters as they are commonly disguised. */
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

/** A text without case and disguise, as entries of the list are compared. */
export const plainForm = (text: string): string =>
  [...text.toLowerCase()].map((letter) => DISGUISES[letter] ?? letter).join('')

/** What guessers, like those whom a rule of letters and digits has asked for more, put behind a word. */
const TAIL = /[@!#$._-]?(1|123|1234|12345|123456|1234567|321|4321|54321)[!@#.]?$/

/** Behind a password that has all else. */
const SIGNS = /[!@#$%.*?_-]+$/

const STEM = /[a-z]{3}/
const STEM_LENGTHS = { min: 4, max: 16 }

/** The entry of the list by which a word is found behind which one of the commonest tails stands; `undefined` for what is no word. */
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
