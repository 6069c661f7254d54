import { chakra } from '@chakra-ui/react'
import { useMatches } from '@tanstack/react-router'
import { Ban } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { awaitsIdentityCode, type Session, useSession } from '#client/entities/session/session.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ButtonLink } from '#client/ui/link.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { SUPERVISOR_CLOSED_PAGES } from './profile-pages.ts'

type VerifyFirstProps = {
  children: ReactNode
  /** Shown below the page until the user is verified. */
  preview?: ReactNode
}

/**
 * Shows the steps to the verification above pages marked `verifyFirst`, until the user is verified. The page itself is shown below, empty as it is.
 */
export function VerifyFirst({ children, preview }: VerifyFirstProps) {
  const session = useSession()
  const isMarked = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.verifyFirst) })
  if (!isMarked || !session || session.authorized || session.supervisor) return children
  return (
    <chakra.div display="grid" gap="4" gridTemplateColumns="minmax(0, 1fr)">
      <NextStep session={session} />
      {children}
      {preview}
    </chakra.div>
  )
}

const STEPS = ['verify', 'deposit', 'trade'] as const

/** The three steps of a newcomer, and the next action of the first. */
function NextStep({ session }: { session: Session }) {
  const { t } = useTranslation('dashboard')
  const language = useLanguage()
  const next = awaitsIdentityCode(session) ? 'code' : session.pending ? 'review' : 'form'
  return (
    <Card as="div" padded={false} padding="4" display="grid" gap="3" justifyItems="start">
      <chakra.ol aria-label={t('start.steps')} display="flex" flexWrap="wrap" columnGap="4" rowGap="1" fontSize="xs">
        {STEPS.map((step, index) => {
          const isNext = step === 'verify'
          return (
            <chakra.li
              key={step}
              aria-current={isNext ? 'step' : undefined}
              color={isNext ? 'gold' : 'fg.muted'}
              fontWeight={isNext ? 'bold' : 'medium'}
            >
              {showDigits(String(index + 1), language)}. {t(`start.${step}`)}
            </chakra.li>
          )
        })}
      </chakra.ol>
      <div>
        <chakra.p fontWeight="bold">{t(`start.title.${next}`)}</chakra.p>
        <chakra.p fontSize="sm" color="fg.muted">
          {t(`start.text.${next}`)}
        </chakra.p>
      </div>
      <ButtonLink to={next === 'code' ? '/profile/fino-verifying' : '/profile/account'}>
        {t(`start.action.${next}`)}
      </ButtonLink>
    </Card>
  )
}

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
