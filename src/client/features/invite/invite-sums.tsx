import { useTranslation } from 'react-i18next'
import type { Invites } from '#client/lib/invites.queries.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { useWorth } from '#client/lib/use-worth.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { type Fact, FactList } from '#client/ui/fact-list.tsx'
import { Section } from '#client/ui/section.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'

/** The number of friends, the rewards from their fees, and the user's own cash-back. */
export function InviteSums({ invites }: { invites: Invites }) {
  const { t } = useTranslation('invite')
  const language = useLanguage()
  const { worthOf, look } = useWorth()
  const { countInvitees, profit, ownPercent = 0, ownCashBack = '0' } = invites
  const own: Fact[] =
    ownPercent === 0
      ? []
      : [
          {
            label: t('sum.own', { percent: amountInSentence(`${ownPercent}`, language, { percent: true }) }),
            value: <DecimalText value={worthOf(ownCashBack)} {...look} />,
          },
        ]
  return (
    <Section title={t('sum.title')}>
      <FactList
        facts={[
          {
            label: t('sum.invitees'),
            value: t('sum.people', { number: showDecimal(`${countInvitees}`, language) }),
          },
          { label: t('sum.profit'), value: <DecimalText value={worthOf(profit)} {...look} />, strong: true },
          ...own,
        ]}
      />
    </Section>
  )
}
