import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { invitesQuery } from '#client/entities/account/invites.queries.ts'
import { useWorth } from '#client/entities/wallet/use-worth.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { ButtonLink } from '#client/ui/link.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { Section } from '#client/ui/section.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'

/** The number of invited friends and their rewards, with a link to invite more. */
export function InviteCard() {
  const { t } = useTranslation('invite')
  const language = useLanguage()
  const { worthOf, look } = useWorth()
  const query = useQuery(invitesQuery())
  return (
    <Section title={t('card.title')}>
      <QueryView query={query} data={query.data?.baseDTO} rows={2}>
        {({ countInvitees, profit }) => (
          <FactList
            facts={[
              {
                label: t('sum.invitees'),
                value: t('sum.people', { number: showDecimal(`${countInvitees}`, language) }),
              },
              { label: t('sum.profit'), value: <DecimalText value={worthOf(profit)} {...look} /> },
            ]}
          />
        )}
      </QueryView>
      <chakra.div paddingTop="3">
        <ButtonLink to="/profile/invite" variant="quiet" full>
          {t('card.action')}
        </ButtonLink>
      </chakra.div>
    </Section>
  )
}
