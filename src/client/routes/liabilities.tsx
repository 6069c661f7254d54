import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LiabilitiesPage } from '#client/features/public/liabilities-page.tsx'
import { useOwnTitle } from '#client/lib/own-title.ts'
import { loadPublicPage } from './-begin.ts'

export const Route = createFileRoute('/liabilities')({
  staticData: { footer: true },
  loader: (loading) => loadPublicPage(loading, ['public', 'liabilities']),
  component: Liabilities,
})

/** Its title is not among the shell's, which every first visit fetches. */
function Liabilities() {
  const { t } = useTranslation()
  const { t: word } = useTranslation('public')
  useOwnTitle(`${word('pages.liabilities')} | ${t('name')}`)
  return <LiabilitiesPage />
}
