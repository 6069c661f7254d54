import { chakra } from '@chakra-ui/react'
import { useMatches } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { awaitsIdentityCode, useSession } from '#client/lib/session.ts'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ButtonLink } from '#client/ui/link.tsx'

type AuthorizedGateProps = {
  children: ReactNode
  /** What may be seen meanwhile. */
  preview?: ReactNode
}

const PAGES = ['dashboard', 'wallet', 'history'] as const

/** Replaces the user's own figures, on pages marked `authorizedOnly`, by the way to the verification until the user is verified. The title stays. */
export function AuthorizedGate({ children, preview }: AuthorizedGateProps) {
  const { t } = useTranslation()
  const session = useSession()
  const closed = useMatches({ select: (matches) => matches.find(({ staticData }) => staticData.authorizedOnly) })
  if (!closed || !session || session.authorized || session.supervisor) return children
  const awaitsCode = awaitsIdentityCode(session)
  return (
    <chakra.div display="grid" gap="4" gridTemplateColumns="minmax(0, 1fr)">
      <chakra.h1 fontSize="2xl" fontWeight="black">
        {t(`nav.${PAGES.find((page) => page === closed.staticData.title) ?? 'profile'}`)}
      </chakra.h1>
      <Card>
        <EmptyState
          icon={<ShieldCheck size={26} />}
          title={awaitsCode ? t('gate.codeTitle') : t('gate.title')}
          text={awaitsCode ? t('gate.codeText') : t('gate.text')}
          action={
            <ButtonLink to={awaitsCode ? '/profile/fino-verifying' : '/profile/account'}>
              {awaitsCode ? t('gate.codeAction') : t('gate.action')}
            </ButtonLink>
          }
        />
      </Card>
      {preview}
    </chakra.div>
  )
}
