import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { AREAS } from '#client/locales/areas.ts'
import { REFUSALS } from '#contract/errors.ts'
import { CODE_TEXTS } from '#sandbox/sms/code-texts.ts'
import { CODE_EMAIL_TEXTS, CODE_EMAIL_WARNING } from '#server/accounts/code-email.ts'
import { exampleContacts } from '#server/content/contacts.ts'
import { readSeeds } from '#server/content/content-board.ts'
import { MESSAGE_WORDS } from '#server/notifications/email-frame.ts'
import { NOTICE_FRAME } from '#server/notifications/texts/frame.ts'
import { NOTICE_TEXTS } from '#server/notifications/texts/notice-texts.ts'
import { manifest } from '../../src/scripts/vite/manifest.ts'
import { checkForm, checkParameters, checkTerms, type Language, type Sentence, sentencesOf } from './sentences.ts'
import { ROOT } from './source-file.ts'

const said = (language: Language, ...texts: string[]): Sentence[] =>
  texts.map((text, place) => ({ where: `${language}/sample: ${place}`, language, text }))

describe('a rule of words finds what it must, and lets the rest pass', () => {
  const retired: [Language, string][] = [
    ['fa', 'نشانی کیف پول'],
    ['fa', 'نشانی‌های شما'],
    ['fa', 'قیمت تازه را ببینید'],
    ['fa', 'نمودار شمعی'],
    ['fa', 'دیدن کیف پول'],
    ['fa', 'بله، لغو شود'],
    ['fa', 'رمز عبور درست نیست.'],
    ['fa', 'تأیید هویت'],
    ['en', 'Please sign in to continue.'],
    ['en', 'The balance is not enough'],
    ['en', 'Total worth'],
    ['en', 'VIP 1'],
    ['en', 'Send the code'],
    ['en', 'Yes, cancel it'],
  ]
  test.each(retired)('%s: %s', (language, text) => expect(checkTerms(said(language, text))).not.toEqual([]))

  const current: [Language, string][] = [
    ['fa', 'آدرس کیف پول'],
    ['fa', 'رمزارز'],
    ['fa', 'شمارهٔ سفارش'],
    ['fa', 'بی‌نشانیِ'],
    ['fa', 'باشد'],
    ['fa', 'درستی نیست'],
    ['en', 'Log in to continue.'],
    ['en', 'Not enough balance. Deposit or lower the amount.'],
    ['en', 'A noteworthy day'],
    ['en', 'Notice'],
  ]
  test.each(current)('%s: %s stays', (language, text) => expect(checkTerms(said(language, text))).toEqual([]))

  const malformed: [Language, string][] = [
    ['fa', 'کد 6 رقمی'],
    ['fa', 'کد ٦ رقمی'],
    ['fa', 'کارمزد ۰٫۳%'],
    ['fa', 'کارمزد ۰٫۳ ٪'],
    ['fa', 'كيف پول'],
    ['fa', 'شماره ی کارت'],
    ['fa', 'شماره‌ی کارت'],
    ['fa', 'نمی شود'],
    ['fa', 'بازار ها'],
    ['fa', 'صبر کنید...'],
    ['fa', 'کد  جدید'],
    ['fa', 'تایید'],
    ['fa', 'مطمئنید?'],
    ['en', 'Wait...'],
    ['en', 'Two  spaces'],
    ['en', '0.3 %'],
    ['en', 'Code ۶'],
    ['en', 'Open Orders here'],
  ]
  test.each(malformed)('%s: %s', (language, text) => expect(checkForm(said(language, text))).not.toEqual([]))

  const wellFormed: [Language, string][] = [
    ['fa', 'شمارهٔ کارت را در {{min}} وارد کنید؛ <terms>قوانین</terms> را ببینید.'],
    ['fa', 'کارمزد ۰٫۳٪ می‌شود'],
    ['fa', 'یک حرف بزرگ (A-Z)'],
    ['en', 'Log in to Kimia to use Quick trade. We texted a 6-digit code.'],
  ]
  test.each(wellFormed)('%s: %s stays', (language, text) => expect(checkForm(said(language, text))).toEqual([]))

  test('a parameter that one language lacks', () => {
    const fa = sentencesOf('otc', 'fa', { min: 'حداقل {{min}} است.', link: '<terms>قوانین</terms>' })
    const en = (min: string) => sentencesOf('otc', 'en', { min, link: '<terms>Terms</terms>' })
    expect(checkParameters([...fa, ...en('Minimum is {{min}}.')])).toEqual([])
    expect(checkParameters([...fa, ...en('Too little.')])).toHaveLength(1)
    expect(checkParameters([...fa, ...en('Minimum is {{max}}.')])).toHaveLength(1)
  })
})

/** The words between the tags of the first page, its title and its description, each by its marked language. */
function wordsOfPage(): Sentence[] {
  const page = readFileSync(join(ROOT, 'index.html'), 'utf8')
  const marked = [...page.matchAll(/<(main|p) class="first" lang="(fa|en)"[^>]*>(.*?)<\/\1>/gs)]
  const title = page.match(/<title>(.*)<\/title>/)?.[1]
  const [persian, english] = page.match(/name="description" content="(.*?\.) (Kimia.*)"/)?.slice(1) ?? []
  const texts: [Language, string | undefined][] = [
    ['fa', title],
    ['fa', persian],
    ['en', english],
    ['en', page.match(/document\.title = '(.*)'/)?.[1]],
    ...marked.map(([, , language, inside]): [Language, string | undefined] => [
      language === 'en' ? 'en' : 'fa',
      inside?.replace(/(?:\s*<[^>]+>)+\s*/g, ' · ').trim(),
    ]),
  ]
  return texts.map(([language, text = ''], place) => ({ where: `${language}/index.html: ${place}`, language, text }))
}

const LINK = /!?\[([^\]]*)\]\([^)]*\)/g

/** The words of a text without marks, numbers of lists, code, tickers such as TRC20 and names of people and things; those of its links separately. */
function wordsOfMarkdown(text: string) {
  // A licence is quoted as its authors wrote it.
  const ours = text.replace(/^```$.*?^```$/gms, '')
  const lines = ours.split('\n').map((line) =>
    line
      .replace(/^\s*(?:\d+\.|[-*>]|#{1,6})\s+/, '')
      .replace(LINK, '▢')
      .replace(/`[^`]*`|\b[A-Z]+-?\d+\b/g, '▢')
      .replace(/[*_]|\s*\|\s*|-{3,}/g, '')
      .replace(/(?<=[a-z]) [A-Z][a-z]+/g, ' ▢')
      .trim(),
  )
  const links = [...text.matchAll(LINK)].map(([, inside = '']) => inside)
  return {
    text: lines.filter((line) => line !== '').join(' · '),
    ...(links.length > 0 && { links: links.join(' · ') }),
  }
}

async function everySentence(): Promise<Sentence[]> {
  const locales = (['fa', 'en'] as const).flatMap((language) =>
    Object.entries(AREAS[language]).map(async ([area, load]) => sentencesOf(area, language, (await load()).words)),
  )
  const { name, description, shortcuts = [] } = manifest
  return [
    ...(await Promise.all(locales)).flat(),
    ...Object.entries({ errors: REFUSALS, sms: CODE_TEXTS }).flatMap(([where, table]) =>
      Object.entries(table).flatMap(([code, { fa, en }]) => [
        // The vendor's names of tokens have digits: %token20.
        ...sentencesOf(where, 'fa', fa.replaceAll(/%token\d+/g, '%token'), [code]),
        ...sentencesOf(where, 'en', en, [code]),
      ]),
    ),
    ...(['fa', 'en'] as const).flatMap((language) => [
      ...Object.entries({ ...CODE_EMAIL_TEXTS, ...NOTICE_TEXTS }).flatMap(([name, texts]) =>
        sentencesOf('messages', language, texts[language], [name]),
      ),
      ...Object.entries({ MESSAGE_WORDS, CODE_EMAIL_WARNING, NOTICE_FRAME }).flatMap(([name, texts]) =>
        sentencesOf('messages', language, texts[language], [name]),
      ),
    ]),
    ...(await readSeeds()).flatMap(({ kind, slug, language, title, body }) =>
      sentencesOf(
        'content',
        language,
        kind === 'INFO' ? { address: exampleContacts(language).address } : { title, ...wordsOfMarkdown(body) },
        [kind, slug],
      ),
    ),
    ...wordsOfPage(),
    ...sentencesOf('manifest', 'fa', { name, description, shortcuts: shortcuts.map((each) => each.name) }),
  ]
}

describe('the words of the product', () => {
  let sentences: Sentence[] = []
  beforeAll(async () => {
    // The switch shows the other language's name in its own script.
    sentences = (await everySentence()).filter(({ where }) => !where.includes('shell: language.'))
  })

  test('are read: every area, the refusals, the public texts, the messages, the first page and the manifest', () => {
    const places = new Set(sentences.map(({ where }) => where.slice(3).split(':')[0]))
    for (const place of [...Object.keys(AREAS.fa), 'errors', 'content', 'sms', 'messages', 'index.html', 'manifest'])
      expect(places).toContain(place)
    expect(sentences.filter(({ where }) => where.includes('index.html'))).toHaveLength(8)
    expect(sentences.every(({ text }) => text !== '')).toBe(true)
  })
  test('have no retired terms', () => expect(checkTerms(sentences)).toEqual([]))
  test('are written as their language is', () => expect(checkForm(sentences)).toEqual([]))
  test('take the same parameters in both languages', () => expect(checkParameters(sentences)).toEqual([]))
  test('of a code warn against giving it away', () => {
    const emails = { fa: CODE_EMAIL_WARNING.fa.warning, en: CODE_EMAIL_WARNING.en.warning }
    for (const { fa, en } of [...Object.values(CODE_TEXTS), emails]) {
      expect(fa).toContain('به هیچ‌کس ندهید')
      expect(en).toContain('Never share it.')
    }
  })
})
