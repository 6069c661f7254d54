import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { showDigits } from '#client/ui/show-digits.ts'
import type { Reply } from '#contract/endpoint.ts'
import { getPendingIdentities, getPendingIdentity } from '#contract/operations-identities.ts'
import { answerOf, consolePages, consoleQuery } from './operator.queries.ts'

export type PendingRow = Reply<typeof getPendingIdentities>['content'][number]
export type PendingForm = Reply<typeof getPendingIdentity>['baseDTO']

const ASK_AGAIN_MS = 30_000

export const pendingPagesQuery = () =>
  infiniteQueryOptions({
    ...consolePages(getPendingIdentities, (before) => ({ query: { before } })),
    refetchInterval: ASK_AGAIN_MS,
  })

export const pendingFormQuery = (id: string) =>
  queryOptions({ ...consoleQuery(getPendingIdentity, { params: { id } }), select: answerOf })

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
