import { useMatches } from '@tanstack/react-router'
import { Ban } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#client/entities/session/session.ts'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ButtonLink } from '#client/ui/link.tsx'
import { SUPERVISOR_CLOSED_PAGES } from './profile-pages.ts'

type SupervisorGateProps = { children: ReactNode; closedPages?: readonly string[] }

/** Replaces a page that is closed to market makers by a notice that they have no access to it. */
export function SupervisorGate({ children, closedPages = SUPERVISOR_CLOSED_PAGES }: SupervisorGateProps) {
  const { t } = useTranslation()
  const session = useSession()
  const isListed = useMatches({ select: (matches) => matches.some(({ fullPath }) => closedPages.includes(fullPath)) })
  if (!isListed || !session?.supervisor) return children
  return (
    <Card>
      <EmptyState
        heading
        icon={<Ban size={26} />}
        title={t('closed.title')}
        text={t('closed.text')}
        action={<ButtonLink to="/profile">{t('nav.dashboard')}</ButtonLink>}
      />
    </Card>
  )
}
