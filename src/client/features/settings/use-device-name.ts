import { useTranslation } from 'react-i18next'
import type { OwnSession } from './security.queries.ts'

/** Names that are not a capital and small letters. */
const WRITTEN_OTHERWISE: Readonly<Record<string, string>> = { IOS: 'iOS', MACOS: 'macOS' }

/** CHROME is Chrome; a name in other letters is its owner's own. */
function properName(text: string): string | undefined {
  if (text === 'UNKNOWN' || text === 'OTHER') return undefined
  return WRITTEN_OTHERWISE[text] ?? (/^[A-Z]+$/.test(text) ? text.charAt(0) + text.slice(1).toLowerCase() : text)
}

/** "Chrome, Android": what a device says of itself. */
export function useDeviceName(): (device: Pick<OwnSession, 'browser' | 'osType'>) => string {
  const { t } = useTranslation('settings')
  return ({ browser, osType }) => {
    const [program, system] = [properName(browser), properName(osType)]
    if (program && system) return t('sessions.device', { browser: program, system })
    return program ?? system ?? t('sessions.unknown')
  }
}
