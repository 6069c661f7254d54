import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { type LucideIcon, Mail, MapPin, MessageCircle, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Card } from '#client/ui/card.tsx'
import { ButtonLink } from '#client/ui/link.tsx'
import { QueryPlaceholder } from '#client/ui/query-view.tsx'
import { Section } from '#client/ui/section.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { CONTACT_LINKS, getExchangeInfo } from '#contract/exchange-info.ts'
import { PublicPage } from './text-page.tsx'

const external = { target: '_blank', rel: 'noopener noreferrer' } as const

const Link = chakra('a', { base: { color: 'gold', textDecoration: 'underline', textUnderlineOffset: '0.25em' } })

/** Address, telephone, e-mail and social links, as operators wrote them; empty ones are omitted. */
export function ContactPage() {
  const { t } = useTranslation('public')
  const language = useLanguage()
  const query = useQuery(endpointQuery(getExchangeInfo, {}))
  const info = query.data?.content.find((each) => each.language === language)
  const social = CONTACT_LINKS.filter((kind) => info !== undefined && info[kind] !== '')
  return (
    <PublicPage title={t('contact.title')} text={t('contact.text')}>
      {!info && <QueryPlaceholder query={query} rows={3} height="4rem" />}
      {info && (
        <Card as="address" fontStyle="normal" display="grid" gap="4">
          {info.address && <Fact icon={MapPin} label={t('contact.address')} value={info.address} />}
          {info.number && (
            <Fact
              icon={Phone}
              label={t('contact.phone')}
              value={
                <Link href={`tel:${info.number}`}>
                  <bdi dir="ltr">{showDigits(info.number, language)}</bdi>
                </Link>
              }
            />
          )}
          {info.email && (
            <Fact
              icon={Mail}
              label={t('contact.email')}
              value={
                <Link href={`mailto:${info.email}`}>
                  <bdi dir="ltr">{info.email}</bdi>
                </Link>
              }
            />
          )}
        </Card>
      )}
      {info && social.length > 0 && (
        <Section title={t('contact.social')}>
          <chakra.ul display="grid" gap="1" gridTemplateColumns={{ base: '1fr', sm: 'repeat(2, 1fr)' }}>
            {social.map((kind) => (
              <li key={kind}>
                <Link href={info[kind]} {...external} display="inline-flex" alignItems="center" minHeight="tap">
                  {t(`contact.${kind}`)}
                </Link>
              </li>
            ))}
          </chakra.ul>
        </Section>
      )}
      <Section title={t('contact.support')} note={t('contact.supportText')}>
        <chakra.div display="flex" flexWrap="wrap" gap="3">
          <ButtonLink to="/faq" variant="quiet">
            {t('contact.faq')}
          </ButtonLink>
          <ButtonLink to="/profile/support">
            <MessageCircle size={18} aria-hidden="true" />
            {t('contact.ticket')}
          </ButtonLink>
        </chakra.div>
      </Section>
    </PublicPage>
  )
}

function Fact({ icon: Icon, label, value }: { icon: LucideIcon; label: string; value: ReactNode }) {
  return (
    <chakra.div display="flex" gap="3" alignItems="flex-start">
      <chakra.span color="gold" paddingTop="0.5">
        <Icon size={20} aria-hidden="true" />
      </chakra.span>
      <chakra.div minWidth="0">
        <chakra.p fontSize="xs" color="fg.muted">
          {label}
        </chakra.p>
        <chakra.div overflowWrap="anywhere">{value}</chakra.div>
      </chakra.div>
    </chakra.div>
  )
}
