import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { accountLevelsQuery } from '#client/entities/account/account-levels.queries.ts'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import type { Session } from '#client/entities/session/session.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { type Fact, FactList } from '#client/ui/fact-list.tsx'
import { Section } from '#client/ui/section.tsx'
import { FEE_QUICK_TRADE, percentOf } from '#domain/fee.ts'

/** The user's level and the state of the verification; the steps to complete it are shown above the page. */
export function AccountCard({ session }: { session: Session }) {
  const { t } = useTranslation('dashboard')
  const { billed } = useCoins()
  const { authorized, authenticationType, userAccountLevel, fee, totalTradesVolume } = session
  const next = useNextLevel(session)
  const Shield = authorized ? ShieldCheck : ShieldAlert
  return (
    <Section title={t('account.title')}>
      <FactList
        facts={[
          {
            label: t('account.status'),
            value: (
              <chakra.span display="inline-flex" alignItems="center" gap="1.5" color={authorized ? 'buy' : 'gold'}>
                <Shield size={16} aria-hidden="true" />
                {t(`account.${authenticationType}`)}
              </chakra.span>
            ),
          },
          { label: t('account.level'), value: t(`level.${userAccountLevel}`) },
          { label: t('account.fee'), value: <DecimalText value={fee} percent /> },
          { label: t('account.quickFee'), value: <DecimalText value={percentOf(FEE_QUICK_TRADE)} percent /> },
          {
            label: t('account.volume'),
            value: <DecimalText value={totalTradesVolume} {...billed('TOMAN')} />,
          },
          ...next,
        ]}
      />
    </Section>
  )
}

/**
 * The volume from which the next level begins, in Toman as it is set, so that no exchange rate moves it. Empty for the last level, and before the
 * levels are loaded.
 */
function useNextLevel({ userAccountLevel }: Session): Fact[] {
  const { t } = useTranslation('dashboard')
  const language = useLanguage()
  const { billed } = useCoins()
  const { data: levels = [] } = useQuery(accountLevelsQuery())
  const at = levels.findIndex((level) => level.userAccountLevel === userAccountLevel)
  const next = at < 0 ? undefined : levels[at + 1]
  if (!next) return []
  const level = t(`level.${next.userAccountLevel}`)
  return [
    {
      label: t('account.next'),
      value: t('account.nextLevel', { level, volume: amountInSentence(next.tradeAmount, language, billed('TOMAN')) }),
    },
  ]
}
