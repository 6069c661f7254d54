import { chakra } from '@chakra-ui/react'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { ButtonLink } from '#client/ui/link.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { SearchField } from '#client/ui/search-field.tsx'

/** Shown for a URL without a page: a search of the markets, and links to the pages that most people want. */
export function NotFoundPage() {
  const { t } = useTranslation('public')
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const search = (event: FormEvent) => {
    event.preventDefault()
    void navigate({ to: '/markets', search: { search: typed.trim() || undefined } })
  }
  return (
    <chakra.div
      maxWidth="30rem"
      marginInline="auto"
      paddingInline="4"
      paddingTop={{ base: '10', md: '16' }}
      display="grid"
      gap="5"
    >
      <PageHeading title={t('notFound.title')} text={t('notFound.text')} />
      <chakra.form role="search" display="grid" gap="3" onSubmit={search}>
        <SearchField label={t('notFound.search')} value={typed} onChange={setTyped} />
        <Button type="submit" full>
          {t('notFound.find')}
        </Button>
      </chakra.form>
      <chakra.nav aria-label={t('notFound.ways')} display="grid" gap="2.5" gridTemplateColumns="1fr 1fr">
        <ButtonLink to="/" variant="quiet">
          {t('notFound.home')}
        </ButtonLink>
        <ButtonLink to="/markets" variant="quiet">
          {t('coin.markets')}
        </ButtonLink>
        <ButtonLink to="/faq" variant="quiet">
          {t('notFound.help')}
        </ButtonLink>
        <ButtonLink to="/contact-us" variant="quiet">
          {t('notFound.contact')}
        </ButtonLink>
      </chakra.nav>
    </chakra.div>
  )
}
