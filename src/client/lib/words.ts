import { createInstance, type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { AREAS, type Areas } from '#client/locales/areas.ts'
import { type Language, language, setLanguage } from './locale.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell'
    resources: Areas
  }
}

/** The pages that have a title of their own. */
export type PageTitle = keyof Areas['shell']['title']

/** What the first page needs, preloaded with it (vite.config.ts); the others arrive with the first component that asks. */
const FIRST_AREAS = ['shell', 'ui', 'coins', 'home', 'otc'] as const satisfies readonly (keyof Areas)[]

/**
 * The words of the active language. Each area is a namespace in a chunk of its own, fetched when a component calls
 * `useTranslation('<area>')`; the component waits in its route's Suspense until then.
 * `i18n.changeLanguage(next)` is the way to switch: direction, digits and storage follow once the words are there.
 */
export async function startWords(): Promise<i18n> {
  const words = createInstance()
  await words
    .use({ type: 'backend', read: readArea })
    .use(initReactI18next)
    .init({
      lng: language(),
      fallbackLng: false,
      ns: [...FIRST_AREAS],
      defaultNS: 'shell',
      interpolation: { escapeValue: false },
      returnNull: false,
    })
  words.on('languageChanged', (next) => {
    if (isLanguage(next)) setLanguage(next)
  })
  return words
}

function readArea(
  lng: string,
  namespace: string,
  done: (error: Error | null, words: Record<string, unknown> | false) => void,
) {
  const load = isLanguage(lng) && isArea(namespace) ? AREAS[lng][namespace] : undefined
  if (!load) return done(new RangeError(`no words for ${lng}/${namespace}`), false)
  load().then(
    (area) => done(null, area.words),
    (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), false),
  )
}

function isLanguage(text: string): text is Language {
  return text in AREAS
}

function isArea(text: string): text is keyof Areas & string {
  return text in AREAS.fa
}
