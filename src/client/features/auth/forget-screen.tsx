import { chakra } from '@chakra-ui/react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { Form } from '#client/ui/form.tsx'
import { TextLink } from '#client/ui/link.tsx'
import { RefusalNotice } from '#client/ui/refusal-notice.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { sendResetCode } from './auth.commands.ts'
import { typeMobile, validateMobile } from './auth-forms.logic.ts'
import { AuthFrame } from './auth-frame.tsx'
import { CaptchaBox, useCaptcha } from './captcha.tsx'
import { MobileField } from './mobile-field.tsx'
import type { ResetChannel } from './pending-code.ts'

const CHANNELS = ['SMS', 'EMAIL'] as const

/** Asks for the number whose password is forgotten. The answer does not reveal whether the number has an account. */
export function ForgetScreen({ onAsked }: { onAsked: () => void }) {
  const { t } = useTranslation('auth')
  const [mobileNumber, setMobileNumber] = useState('')
  const [channel, setChannel] = useState<ResetChannel>('SMS')
  const [checked, setChecked] = useState(false)
  const forget = useMutation({ mutationFn: sendResetCode })
  const captcha = useCaptcha(forget.error)
  const problem = checked ? validateMobile(mobileNumber).mobileNumber : undefined
  const submit = () => {
    setChecked(true)
    if (!validateMobile(mobileNumber).mobileNumber && captcha.passed)
      forget.mutate({ mobileNumber, channel, ...captcha.take() }, { onSuccess: onAsked })
  }
  return (
    <AuthFrame
      title={t('forgot.title')}
      text={t('forgot.intro')}
      footer={<TextLink to="/login">{t('forgot.back')}</TextLink>}
    >
      <Form onSubmit={submit}>
        {forget.isError && <RefusalNotice error={forget.error} />}
        <MobileField
          value={mobileNumber}
          onChange={(text) => setMobileNumber(typeMobile(text))}
          problem={problem && t(`problem.${problem}`)}
        />
        <chakra.div display="grid" gap="2">
          <Segmented
            as="radio"
            label={t('forgot.by.label')}
            value={channel}
            options={CHANNELS.map((value) => ({ value, label: t(`forgot.by.${value}`) }))}
            onChange={setChannel}
          />
          <chakra.p fontSize="sm" color="fg.muted">
            {t('forgot.by.hint')}
          </chakra.p>
        </chakra.div>
        <CaptchaBox captcha={captcha} action="forgot" missing={checked} />
        <Button type="submit" size="lg" full loading={forget.isPending}>
          {t('forgot.send')}
        </Button>
      </Form>
    </AuthFrame>
  )
}
