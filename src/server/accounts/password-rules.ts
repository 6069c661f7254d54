import { readFileSync } from 'node:fs'
import { localMobileNumber, type MobileNumber } from '#domain/mobile-number.ts'

export type PasswordFault = 'WEAK_PASSWORD' | 'PASSWORD_TOO_COMMON' | 'PASSWORD_HAS_NUMBER'

/** What is wrong with a new password, the first of: its form, the user's own number in it, a guesser's first tries. */
export function passwordFault(password: string, mobile: MobileNumber | undefined): PasswordFault | undefined {
  if (!isStrongPassword(password)) return 'WEAK_PASSWORD'
  if (mobile !== undefined && password.includes(localMobileNumber(mobile).slice(-NUMBER_DIGITS)))
    return 'PASSWORD_HAS_NUMBER'
  return isCommonPassword(password) ? 'PASSWORD_TOO_COMMON' : undefined
}

/** So many digits of a number tell whose it is. */
const NUMBER_DIGITS = 7

/** At least 8 characters, with an upper-case letter, a lower-case letter and a digit. */
export function isStrongPassword(password: string): boolean {
  return password.length >= 8 && /[A-Z]/.test(password) && /[a-z]/.test(password) && /\d/.test(password)
}

/** What the rule of letters and digits makes people add to a word, and guessers too. */
const DECORATION_MAX = 6
const DISTINCT_MIN = 4
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

/** Whether a guesser would come to it soon: a common word, whatever its case, disguised or with a few digits and signs around it. */
function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase()
  if (new Set(plain).size < DISTINCT_MIN) return true
  const bare = withoutDecoration(plain)
  return [plain, bare, undisguised(plain), undisguised(bare)].some((text) => COMMON.has(text))
}

function withoutDecoration(text: string): string {
  const bare = text.replace(/^[^a-z]+|[^a-z]+$/g, '')
  return text.length - bare.length <= DECORATION_MAX ? bare : text
}

const undisguised = (text: string) => [...text].map((letter) => DISGUISES[letter] ?? letter).join('')

const COMMON: ReadonlySet<string> = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .flatMap((line) => line.split(' '))
    .filter((word) => word !== ''),
)
