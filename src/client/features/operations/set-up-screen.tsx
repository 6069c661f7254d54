import { chakra } from '@chakra-ui/react'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
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
import { TextField } from '#client/ui/text-field.tsx'
import type { Reply } from '#contract/endpoint.ts'
import { beginSetUp, confirmSetUp, finishSetUp } from '#contract/operations.ts'
import { ConsoleBand } from './console-band.tsx'

type Keys = Reply<typeof finishSetUp>['baseDTO']

const MOBILE_DIGITS = 11
const CODE_DIGITS = 6
const HANDOVER_SIGNS = 8

/**
 * The first visit of a new operator: the number with the code of the approval, a texted code, and the keys, which are shown once and take effect
 * after a code of the authenticator was sent back.
 */
export function SetUpScreen() {
  const { t } = useTranslation('operations')
  const [handoverCode, setHandoverCode] = useState('')
  const begin = useMutation({
    mutationFn: async (mobileNumber: string) =>
      (await callApi(beginSetUp, { body: { mobileNumber, handoverCode } })).setUpToken,
  })
  const isShort = handoverCode.replace(/[\s-]/g, '').length < HANDOVER_SIGNS
  const setUpToken = begin.data
  return (
    <>
      <ConsoleBand />
      <chakra.div maxWidth="form" marginInline="auto" paddingInline="4" paddingTop={{ base: '6', md: '16' }}>
        <chakra.h1 fontSize="2xl" fontWeight="black">
          {t('setUp.title')}
        </chakra.h1>
        <chakra.p color="fg.muted" fontSize="sm" marginTop="1" marginBottom="5">
          {t('setUp.text')}
        </chakra.p>
        <Card>
          {setUpToken === undefined ? (
            <Step
              label={t('login.mobile')}
              digits={MOBILE_DIGITS}
              action={t('setUp.begin')}
              missing={t('setUp.mobileMissing')}
              error={begin.error}
              busy={begin.isPending}
              ready={!isShort}
              onSubmit={(mobileNumber) => begin.mutate(mobileNumber)}
            >
              {(checked) => (
                <TextField
                  label={t('setUp.handover')}
                  hint={t('setUp.handoverHint')}
                  required
                  ltr
                  maxLength={20}
                  value={handoverCode}
                  onChange={setHandoverCode}
                  problem={checked && isShort ? t('setUp.handoverMissing') : undefined}
                />
              )}
            </Step>
          ) : (
            <KeysSteps setUpToken={setUpToken} />
          )}
        </Card>
      </chakra.div>
    </>
  )
}

/** The steps after the number. If the page is closed before the end, the operator starts again. */
function KeysSteps({ setUpToken }: { setUpToken: string }) {
  const { t } = useTranslation('operations')
  const finish = useMutation({
    mutationFn: async (code: string) => (await callApi(finishSetUp, { body: { setUpToken, code } })).baseDTO,
  })
  const confirm = useMutation({
    mutationFn: (code: string) => callApi(confirmSetUp, { body: { setUpToken, code } }),
  })
  if (confirm.isSuccess)
    return (
      <chakra.div display="grid" gap="4" justifyItems="start">
        <Notice tone="success">{t('setUp.ready')}</Notice>
        <TextLink to="/operations">{t('login.title')}</TextLink>
      </chakra.div>
    )
  if (finish.data)
    return (
      <chakra.div display="grid" gap="4">
        <KeysOnce keys={finish.data} />
        <Step
          label={t('setUp.confirmCode')}
          digits={CODE_DIGITS}
          action={t('setUp.confirm')}
          missing={t('setUp.codeMissing')}
          error={confirm.error}
          busy={confirm.isPending}
          onSubmit={(code) => confirm.mutate(code)}
        />
      </chakra.div>
    )
  return (
    <Step
      label={t('setUp.code')}
      digits={CODE_DIGITS}
      action={t('setUp.finish')}
      missing={t('setUp.codeMissing')}
      note={<Notice tone="info">{t('setUp.sent')}</Notice>}
      error={finish.error}
      busy={finish.isPending}
      onSubmit={(code) => finish.mutate(code)}
    />
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
  readonly onSubmit: (value: string) => void
  /** A field below the digits; `ready` says whether it is filled. */
  readonly children?: (checked: boolean) => ReactNode
  readonly ready?: boolean
}

function Step({ label, digits, action, missing, note, error, busy, onSubmit, children, ready = true }: StepProps) {
  const [value, setValue] = useState('')
  const [checked, setChecked] = useState(false)
  const submit = () => {
    setChecked(true)
    if (ready && value.length === digits) onSubmit(value)
  }
  return (
    <Form onSubmit={submit}>
      {error ? <RefusalNotice error={error} /> : note}
      <DigitsField
        label={label}
        value={value}
        lengthMax={digits}
        required
        onChange={setValue}
        problem={checked && value.length < digits ? missing : undefined}
      />
      {children?.(checked)}
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
