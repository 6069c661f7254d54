import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '#client/lib/call-api.ts'
import { WITHDRAWALS } from '#client/lib/withdrawals.ts'
import { Button, buttonRecipe } from '#client/ui/button.tsx'
import { CodeChallenge, SentTo } from '#client/ui/code-challenge.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { FormSheet } from '#client/ui/form-sheet.tsx'
import { HoldHelp } from '#client/ui/hold-help.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { QrCode } from '#client/ui/qr-code.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { parseEmailAddress } from '#domain/email-address.ts'
import { type BegunChange, beginTwoStep, useConfirmTwoStep } from './security.commands.ts'

type EmailSheetProps = {
  /** The refused address. */
  refused: string
  busy: boolean
  problem: string | undefined
  onEmail: (email: string) => void
  onClose: () => void
}

/** Asks for the address that should receive codes, if the account has no verified one. */
export function EmailSheet({ refused, busy, problem, onEmail, onClose }: EmailSheetProps) {
  const { t } = useTranslation('settings')
  const [text, setText] = useState(refused)
  const email = parseEmailAddress(text)
  const fault =
    email === undefined ? t(text.trim() === '' ? 'twoStep.email.required' : 'twoStep.email.invalid') : problem
  return (
    <FormSheet
      title={t('twoStep.sheet.EMAIL')}
      action={t('twoStep.email.action')}
      busy={busy}
      complete={email !== undefined}
      onSend={() => email !== undefined && onEmail(email)}
      onClose={onClose}
    >
      {(checked) => (
        <TextField
          label={t('twoStep.email.label')}
          hint={t('twoStep.email.hint')}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          ltr
          required
          maxLength={254}
          value={text}
          onChange={setText}
          problem={checked || refused !== '' ? fault : undefined}
        />
      )}
    </FormSheet>
  )
}

type TwoStepCodeSheetProps = {
  change: BegunChange
  /** The typed address. */
  email: string | undefined
  /** Absent if the address is already verified. */
  onOtherEmail: (() => void) | undefined
  /** Called if another account has the address: the user is asked for a different one. */
  onTaken: (refusal: Error) => void
  onChanged: (recoveryCodes: readonly string[]) => void
  onClose: () => void
}

/** The form for the code that makes a method the present one. */
export function TwoStepCodeSheet({ change, email, onOtherEmail, onTaken, onChanged, onClose }: TwoStepCodeSheetProps) {
  const { t } = useTranslation('settings')
  const { method, contact, deadline, link } = change
  return (
    <Sheet open title={t(`twoStep.sheet.${method}`)} onClose={onClose}>
      <chakra.div display="grid" gap="5">
        {link === null ? (
          <chakra.p fontSize="sm" color="fg.muted">
            {t(method === 'EMAIL' ? 'twoStep.sent.EMAIL' : 'twoStep.sent.SMS')}{' '}
            <SentTo method={method} contact={contact ?? ''} />
          </chakra.p>
        ) : (
          <AuthenticatorSecret link={link} />
        )}
        <Notice tone="info" action={WITHDRAWALS === 'open' && <HoldHelp />}>
          {t(`twoStep.hold.${WITHDRAWALS}`)}
        </Notice>
        <CodeChallenge
          length={6}
          deadline={deadline}
          check={useConfirmTwoStep(method)}
          send={async () => (await beginTwoStep({ method, email })).deadline}
          onRefused={(error) => isRefusal(error, 'EMAIL_TAKEN') && onTaken(error)}
          onChecked={onChanged}
        />
        {method === 'EMAIL' && onOtherEmail && (
          <Button variant="ghost" full onClick={onOtherEmail}>
            {t('twoStep.email.other')}
          </Button>
        )}
      </chakra.div>
    </Sheet>
  )
}

/** Opens the authenticator on this device, since a phone cannot scan its own screen. */
const OnThisDevice = chakra('a', buttonRecipe, { defaultProps: { variant: 'quiet' } })

/** Groups the secret by four letters, which is how people read it. */
const inGroups = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')

/** The secret of a new authenticator: to scan, to open on this phone, or to type. */
function AuthenticatorSecret({ link }: { link: string }) {
  const { t } = useTranslation('settings')
  const secret = new URL(link).searchParams.get('secret') ?? ''
  return (
    <chakra.div display="grid" gap="4">
      <chakra.ol display="grid" gap="1.5" fontSize="sm" color="fg.muted" listStyle="none">
        <li>{t('twoStep.app.scan')}</li>
        <li>{t('twoStep.app.type')}</li>
      </chakra.ol>
      <chakra.div display="grid" justifyItems="center">
        <QrCode text={link} label={t('twoStep.app.qr')} />
      </chakra.div>
      <chakra.div
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        justifyContent="space-between"
        gap="3"
        padding="3"
        borderRadius="md"
        bg="sunken"
        borderWidth="1px"
        borderColor="line"
      >
        <chakra.div minWidth="0" flex="1 1 10rem">
          <chakra.div fontSize="xs" color="fg.muted">
            {t('twoStep.app.secret')}
          </chakra.div>
          <chakra.bdi dir="ltr" fontFamily="mono" fontSize="sm" overflowWrap="anywhere">
            {inGroups(secret)}
          </chakra.bdi>
        </chakra.div>
        <CopyButton text={secret} />
      </chakra.div>
      <OnThisDevice href={link} lg={{ display: 'none' }}>
        {t('twoStep.app.open')}
      </OnThisDevice>
    </chakra.div>
  )
}
