import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { showDigits } from '#client/ui/show-digits.ts'
import type { PendingRow } from './identities.queries.ts'

type Doubt = PendingRow['doubts'][number]

/** The reason why the registry did not settle a form, as a phrase. */
export function useDoubtText(): (doubt: Doubt) => string {
  const { t } = useTranslation('operations')
  const language = useLanguage()
  return ({ what, percent, endsWith }) => {
    const shown = (text: string | number | undefined) => showDigits(String(text ?? ''), language)
    if (what === 'NAME' && percent !== undefined) return t('identities.doubt.NAME_PERCENT', { percent: shown(percent) })
    if (what === 'BANK_ACCOUNT' && endsWith) return t('identities.doubt.BANK_ACCOUNT_OF', { digits: shown(endsWith) })
    return t(`identities.doubt.${what}`)
  }
}
