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

/** The pages that have their own title. */
export type PageTitle = keyof Areas['shell']['title']

/** The words of the first page, preloaded with it (vite.config.ts); the other areas arrive with the first component that needs them. */
const FIRST_AREAS = ['shell', 'ui', 'coins', 'home', 'otc'] as const satisfies readonly (keyof Areas)[]

/** The pause between two tries for words that did not arrive: doubled each time, up to the longest. */
const PAUSE_MS = { first: 500, longest: 15_000 }

/**
 * The words of the active language. Each area is a namespace in its own chunk, fetched when a component calls `useTranslation('<area>')`; the
 * component suspends until then, without a network too, and never shows keys. `i18n.changeLanguage(next)` switches the language: direction, digits
 * and storage follow once the words are loaded.
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
      // Areas that wait for a network must not delay others.
      maxParallelReads: Number.POSITIVE_INFINITY,
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
  void untilLoaded(load).then((area) => done(null, area.words))
}

interface Area {
  readonly words: Record<string, unknown>
}

async function untilLoaded(load: () => Promise<Area>, pauseMs = PAUSE_MS.first): Promise<Area> {
  try {
    return await load()
  } catch {
    await networkOr(pauseMs)
    return untilLoaded(load, Math.min(2 * pauseMs, PAUSE_MS.longest))
  }
}

/** Resolves after the pause, or as soon as the device has a network again. */
function networkOr(pauseMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(go, pauseMs)
    function go() {
      clearTimeout(timer)
      removeEventListener('online', go)
      resolve()
    }
    addEventListener('online', go)
  })
}

function isLanguage(text: string): text is Language {
  return text in AREAS
}

function isArea(text: string): text is keyof Areas & string {
  return text in AREAS.fa
}
