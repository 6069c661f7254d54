import { chakra } from '@chakra-ui/react'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Session } from '#client/lib/session.ts'
import { useWorth } from '#client/lib/use-worth.ts'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { ButtonLink } from '#client/ui/link.tsx'
import { Section } from '#client/ui/section.tsx'

/** The user's level and how far the verification has come, with the way to complete it. */
export function AccountCard({ session }: { session: Session }) {
  const { t } = useTranslation('dashboard')
  const { worthOf, look } = useWorth()
  const { authorized, authenticationType, userAccountLevel, fee, totalTradesVolume } = session
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
          {
            label: t('account.volume'),
            value: <DecimalText value={worthOf(totalTradesVolume)} {...look} />,
          },
        ]}
      />
      {!authorized && (
        <chakra.div paddingTop="3">
          <ButtonLink to="/profile/account" full>
            {t('account.action')}
          </ButtonLink>
        </chakra.div>
      )}
    </Section>
  )
}
