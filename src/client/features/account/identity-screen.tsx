import { chakra } from '@chakra-ui/react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sessionQuery, useSession } from '#client/entities/session/session.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { isolated } from '#client/ui/amount-in-sentence.ts'
import { Card } from '#client/ui/card.tsx'
import { CodeChallenge } from '#client/ui/code-challenge.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { showToast } from '#client/ui/toasts.ts'
import { maskMobileNumber, parseMobileNumber } from '#domain/mobile-number.ts'
import {
  identityCodeDeadline,
  isCodeNotAwaited,
  requestIdentityCode,
  useCheckIdentityCode,
} from './account.commands.ts'

type IdentityScreenProps = {
  back: ReactNode
  onVerified: () => void
  /** Called when no code is awaited any more: the account page explains why. */
  onNotAwaited: () => void
}

/** The form of the five-digit identity code. If none was sent yet, the user can request one here. */
export function IdentityScreen({ back, onVerified, onNotAwaited }: IdentityScreenProps) {
  const { t } = useTranslation('account')
  const client = useQueryClient()
  const [deadline] = useState(identityCodeDeadline.read)
  const language = useLanguage()
  const number = parseMobileNumber(useSession()?.mobileNumber ?? '')
  // The last known state of an account has no number.
  const mobile = number ? isolated(showDigits(maskMobileNumber(number), language)) : t('identity.ownNumber')
  const [wasSent, setWasSent] = useState(deadline !== undefined)
  const leaveIfNotAwaited = (error: Error) => {
    if (!isCodeNotAwaited(error)) return
    showToast({ tone: 'error', title: error.message })
    void client.invalidateQueries({ queryKey: sessionQuery().queryKey }).then(onNotAwaited)
  }
  return (
    <chakra.div maxWidth="form" marginInline="auto" paddingTop={{ base: '2', md: '8' }}>
      <PageHeading
        title={t('identity.title')}
        text={wasSent ? t('identity.sent', { mobile }) : t('identity.text', { mobile })}
      />
      <Card>
        <CodeChallenge
          length={5}
          deadline={deadline}
          check={useCheckIdentityCode()}
          send={async () => {
            const sent = await requestIdentityCode()
            setWasSent(true)
            return sent
          }}
          onRefused={leaveIfNotAwaited}
          onChecked={() => {
            showToast({ tone: 'success', title: t('identity.done') })
            onVerified()
          }}
        />
      </Card>
      <chakra.p textAlign="center" marginTop="5" fontSize="sm">
        {back}
      </chakra.p>
    </chakra.div>
  )
}
