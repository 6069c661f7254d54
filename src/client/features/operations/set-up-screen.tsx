import { chakra } from '@chakra-ui/react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { DigitsField } from '#client/ui/digits-field.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { Form } from '#client/ui/form.tsx'
import { TextLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { QrCode } from '#client/ui/qr-code.tsx'
import { RefusalNotice } from '#client/ui/refusal-notice.tsx'
import type { Reply } from '#contract/endpoint.ts'
import { beginSetUp, finishSetUp } from '#contract/operations.ts'

type Keys = Reply<typeof finishSetUp>['baseDTO']

const MOBILE_DIGITS = 11
const CODE_DIGITS = 6

/** A new operator's first visit: number, code, and the keys, which are shown once. */
export function SetUpScreen() {
  const { t } = useTranslation('operations')
  const [mobileNumber, setMobileNumber] = useState('')
  const begin = useMutation({ mutationFn: () => callApi(beginSetUp, { body: { mobileNumber } }) })
  const finish = useMutation({
    mutationFn: async (code: string) => (await callApi(finishSetUp, { body: { mobileNumber, code } })).baseDTO,
  })
  return (
    <chakra.div maxWidth="form" marginInline="auto" paddingInline="4" paddingTop={{ base: '6', md: '16' }}>
      <chakra.h1 fontSize="2xl" fontWeight="black">
        {t('setUp.title')}
      </chakra.h1>
      <chakra.p color="fg.muted" fontSize="sm" marginTop="1" marginBottom="5">
        {t('setUp.text')}
      </chakra.p>
      <Card>
        {finish.data ? (
          <KeysOnce keys={finish.data} />
        ) : begin.isSuccess ? (
          <Step
            key="code"
            label={t('setUp.code')}
            digits={CODE_DIGITS}
            action={t('setUp.finish')}
            missing={t('setUp.codeMissing')}
            note={<Notice tone="info">{t('setUp.sent')}</Notice>}
            error={finish.error}
            busy={finish.isPending}
            onSubmit={(code) => finish.mutate(code)}
          />
        ) : (
          <Step
            key="mobile"
            label={t('login.mobile')}
            digits={MOBILE_DIGITS}
            action={t('setUp.begin')}
            missing={t('setUp.mobileMissing')}
            error={begin.error}
            busy={begin.isPending}
            onChange={setMobileNumber}
            onSubmit={() => begin.mutate()}
          />
        )}
      </Card>
    </chakra.div>
  )
}

interface StepProps {
  readonly label: string
  readonly digits: number
  readonly action: string
  readonly missing: string
  readonly note?: ReactNode
  readonly error: Error | null
  readonly busy: boolean
  readonly onChange?: (value: string) => void
  readonly onSubmit: (value: string) => void
}

function Step({ label, digits, action, missing, note, error, busy, onChange, onSubmit }: StepProps) {
  const [value, setValue] = useState('')
  const [checked, setChecked] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (value.length === digits) onSubmit(value)
  }
  const change = (next: string) => {
    setValue(next)
    onChange?.(next)
  }
  return (
    <Form noValidate onSubmit={submit}>
      {error ? <RefusalNotice error={error} /> : note}
      <DigitsField
        label={label}
        value={value}
        lengthMax={digits}
        required
        onChange={change}
        problem={checked && value.length < digits ? missing : undefined}
      />
      <Button type="submit" size="lg" full loading={busy}>
        {action}
      </Button>
    </Form>
  )
}

function KeysOnce({ keys: { password, secret, qrCodeLink } }: { keys: Keys }) {
  const { t } = useTranslation('operations')
  return (
    <chakra.div display="grid" gap="4" justifyItems="center">
      <Notice tone="warning">{t('setUp.once')}</Notice>
      <QrCode text={qrCodeLink} label={t('setUp.qr')} />
      <chakra.div width="full">
        <FactList
          facts={[
            { label: t('login.password'), value: <bdi dir="ltr">{password}</bdi>, strong: true },
            { label: t('setUp.secret'), value: <Secret text={secret} /> },
          ]}
        />
      </chakra.div>
      <TextLink to="/operations">{t('login.title')}</TextLink>
    </chakra.div>
  )
}

function Secret({ text }: { text: string }) {
  return (
    <chakra.bdi dir="ltr" overflowWrap="anywhere">
      {text}
    </chakra.bdi>
  )
}
