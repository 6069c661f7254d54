import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { TextPage } from '#client/features/public/text-page.tsx'
import { useOwnTitle } from '#client/lib/own-title.ts'
import { loadPublicPage } from './-begin.ts'

export const Route = createFileRoute('/licences')({
  staticData: { footer: true },
  loader: (loading) => loadPublicPage(loading),
  component: Licences,
})

/** Its title is not among the shell's, which every first visit fetches. */
function Licences() {
  const { t } = useTranslation()
  const { t: word } = useTranslation('public')
  useOwnTitle(`${word('pages.licences')} | ${t('name')}`)
  return <TextPage slug="licences" />
}
