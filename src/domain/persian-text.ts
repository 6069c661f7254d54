/** Persian letters, with the hamza forms that Persian words carry (مسئول، رؤیا، تأمین، جزء). */
const LETTERS = 'ءآأؤئابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی'
const ONLY_LETTERS = new RegExp(`^[${LETTERS}]+(?: [${LETTERS}]+)*$`)

/** Letters of Arabic keyboards, and what Persian writes for them. */
const PERSIAN_FOR: Readonly<Record<string, string>> = {
  ي: 'ی',
  ى: 'ی',
  ك: 'ک',
  ة: 'ه',
  ۀ: 'ه',
  إ: 'ا',
  ٱ: 'ا',
}
const FOREIGN = /[يىكةۀإٱ]/g
const MARKS = /[\u0640\u064B-\u0652\u0670]/g
const SPACES = /[\s\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]+/g

/**
 * One spelling for what different keyboards write: Arabic ي and ك as ی and ک, no vowel marks or stretching, and a
 * single space for any run of spaces and half-spaces (ZWNJ), so that the same name always compares equal.
 */
export function toPersianText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(FOREIGN, (letter) => PERSIAN_FOR[letter] ?? letter)
    .replace(MARKS, '')
    .replace(SPACES, ' ')
    .trim()
}

/** A name, state or city in Persian letters and spaces; `undefined` when empty or when anything else is in it. */
export function parsePersianName(text: string): string | undefined {
  const name = toPersianText(text)
  return ONLY_LETTERS.test(name) ? name : undefined
}

/** Persian text while it is typed: spelled as Persian keyboards do, with single spaces, also one at the end. */
export function typePersianText(text: string): string {
  return toPersianText(`${text}.`).slice(0, -1).trimStart()
}
