import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { OwnProofScreen } from '#client/features/liabilities/own-proof-screen.tsx'
import { useOwnTitle } from '#client/lib/own-title.ts'

export const Route = createFileRoute('/profile/liabilities')({
  component: OwnProof,
})

/** Its title is not among the shell's, which every first visit fetches. */
function OwnProof() {
  const { t } = useTranslation()
  const { t: word } = useTranslation('public')
  useOwnTitle(`${word('pages.liabilities')} | ${t('name')}`)
  return <OwnProofScreen />
}
