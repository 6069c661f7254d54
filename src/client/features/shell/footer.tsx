import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { useExchangeInfo } from '#client/lib/use-exchange-info.ts'
import { PlainLink } from '#client/ui/link.tsx'
import { Logo } from '#client/ui/logo.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { CONTACT_LINKS } from '#contract/exchange-info.ts'

const PAGES = [
  { to: '/markets', word: 'nav.markets' },
  { to: '/profile/otc', word: 'nav.otc' },
  { to: '/wages', word: 'footer.fees' },
  { to: '/faq', word: 'footer.faq' },
  { to: '/guide', word: 'footer.guide' },
  { to: '/about-us', word: 'footer.about' },
  { to: '/liabilities', word: 'footer.liabilities' },
  { to: '/contact-us', word: 'footer.contact' },
  { to: '/terms', word: 'footer.terms' },
  { to: '/privacy', word: 'footer.privacy' },
  { to: '/licences', word: 'footer.licences' },
] as const

const entry = { display: 'inline-flex', alignItems: 'center', minHeight: 'tap', _hover: { color: 'fg' } } as const

/** Contact details and links, at the end of every public page. */
export default function Footer(): ReactNode {
  const { t } = useTranslation()
  return (
    <chakra.footer
      borderTopWidth="1px"
      borderColor="line"
      marginTop={{ base: '10', lg: '16' }}
      paddingInline={{ base: '4', md: '6' }}
      paddingTop="8"
      fontSize="sm"
      color="fg.muted"
    >
      <chakra.div
        display="grid"
        gap="6"
        gridTemplateColumns={{ base: '1fr', md: '1.6fr 1fr 1.4fr' }}
        maxWidth="page"
        marginInline="auto"
      >
        <div>
          <Logo name={t('name')} />
          <chakra.p marginTop="3" maxWidth="24rem">
            {t('footer.text')}
          </chakra.p>
        </div>
        <chakra.ul columns={2} columnGap="5">
          {PAGES.map(({ to, word }) => (
            <li key={to}>
              <PlainLink to={to} {...entry}>
                {t(word)}
              </PlainLink>
            </li>
          ))}
          <BlogItem />
        </chakra.ul>
        <Contact />
      </chakra.div>
    </chakra.footer>
  )
}

function BlogItem() {
  const { t } = useTranslation()
  const info = useExchangeInfo()
  if (!info?.blog) return null
  return (
    <li>
      <chakra.a href={info.blog} target="_blank" rel="noopener noreferrer" {...entry}>
        {t('nav.blog')}
      </chakra.a>
    </li>
  )
}

function Contact() {
  const { t } = useTranslation()
  const language = useLanguage()
  const info = useExchangeInfo()
  if (!info) return <span />
  return (
    <address>
      {info.address && <chakra.p paddingBlock="2">{info.address}</chakra.p>}
      <chakra.p display="flex" flexWrap="wrap" columnGap="5">
        {info.number && (
          <chakra.a href={`tel:${info.number}`} {...entry}>
            <bdi dir="ltr">{showDigits(info.number, language)}</bdi>
          </chakra.a>
        )}
        {info.email && (
          <chakra.a href={`mailto:${info.email}`} {...entry}>
            <bdi dir="ltr">{info.email}</bdi>
          </chakra.a>
        )}
      </chakra.p>
      <chakra.p display="flex" flexWrap="wrap" columnGap="5">
        {CONTACT_LINKS.filter((kind) => info[kind] !== '').map((kind) => (
          <chakra.a key={kind} href={info[kind]} target="_blank" rel="noopener noreferrer" {...entry}>
            {t(`footer.${kind}`)}
          </chakra.a>
        ))}
      </chakra.p>
    </address>
  )
}
