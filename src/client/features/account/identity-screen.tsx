import { chakra } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '#client/ui/card.tsx'
import { CodeForm } from '#client/ui/code-form.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { showToast } from '#client/ui/toasts.ts'
import { readIdentityCodeDeadline, useCheckIdentityCode, useSendIdentityCode } from './account.commands.ts'

/** The five-digit identity code. Where none was sent yet, the page sends one first. */
export function IdentityScreen({ back, onVerified }: { back: ReactNode; onVerified: () => void }) {
  const { t } = useTranslation('account')
  const [deadline] = useState(readIdentityCodeDeadline)
  return (
    <chakra.div maxWidth="form" marginInline="auto" paddingTop={{ base: '2', md: '8' }}>
      <PageHeading title={t('identity.title')} text={t('identity.text')} />
      <Card>
        <CodeForm
          length={5}
          deadline={deadline}
          check={useCheckIdentityCode()}
          ask={useSendIdentityCode()}
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
