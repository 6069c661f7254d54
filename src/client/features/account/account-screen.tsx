import { chakra } from '@chakra-ui/react'
import { type FormEvent, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { awaitsIdentityCode, type Session } from '#client/lib/session.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { Form } from '#client/ui/form.tsx'
import { ButtonLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { showToast } from '#client/ui/toasts.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { useSendIdentityCode } from './account.commands.ts'
import { AddressSection, DocumentsSection, PersonalSection } from './account-sections.tsx'
import { BankSection } from './bank-section.tsx'
import { useAccountForm } from './use-account-form.ts'

type AccountScreenProps = {
  account: Session
  /** The form was accepted; `verify`: the identity code is the next step. */
  onSubmitted: (next: { verify: boolean }) => void
}

export function AccountScreen({ account, onSubmitted }: AccountScreenProps) {
  const { t } = useTranslation('account')
  const sentenceOf = useSentenceOf()
  const form = useAccountForm(account)
  const sendCode = useSendIdentityCode()
  const problemId = useId()
  const shownProblem = form.attempted ? form.firstProblem : undefined
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (form.firstProblem) return form.attempt()
    const { verificationNeeded } = await form.submit.mutateAsync(form.draft)
    showToast({ tone: 'success', title: t('submit.done') })
    // Where no code could be sent, the next page offers to send one.
    if (verificationNeeded) await sendCode.mutateAsync().catch(() => undefined)
    onSubmitted({ verify: verificationNeeded })
  }
  return (
    <Form noValidate onSubmit={(event) => void submit(event).catch(() => undefined)}>
      <chakra.div marginBottom="-2">
        <PageHeading title={t('title')} aside={<ReferralCode code={account.referralCode} />} />
        <AccountStatus account={account} />
      </chakra.div>
      <chakra.span />
      <PersonalSection form={form} account={account} />
      <AddressSection form={form} />
      <BankSection form={form} />
      {!form.settled && (
        <>
          <DocumentsSection form={form} account={account} />
          <Card display="grid" gap="3">
            {form.submit.isError && <Notice tone="error">{sentenceOf(form.submit.error)}</Notice>}
            <Button
              type="submit"
              size="lg"
              full
              loading={form.submit.isPending || sendCode.isPending}
              aria-describedby={shownProblem ? problemId : undefined}
            >
              {t('submit.action')}
            </Button>
            {shownProblem && (
              <chakra.p id={problemId} textAlign="center" fontSize="sm" color="gold" role="status">
                {shownProblem}
              </chakra.p>
            )}
          </Card>
        </>
      )}
    </Form>
  )
}

/** The code that the user's friends enter at sign-up. */
function ReferralCode({ code }: { code: string }) {
  const { t } = useTranslation('account')
  return (
    <chakra.div display="flex" alignItems="center" gap="3" fontSize="sm" color="fg.muted">
      <span>
        {t('referral')}{' '}
        <chakra.bdi dir="ltr" color="fg" fontWeight="semibold">
          {code}
        </chakra.bdi>
      </span>
      <CopyButton text={code} />
    </chakra.div>
  )
}

/** How far the verification has come, and what is next. */
function AccountStatus({ account }: { account: Session }) {
  const { t } = useTranslation('account')
  if (account.authorized)
    return (
      <Notice tone="success" title={t('status.authorized')}>
        {t('status.authorizedText')}
      </Notice>
    )
  if (awaitsIdentityCode(account))
    return (
      <Notice
        tone="warning"
        title={t('status.code')}
        action={
          <ButtonLink to="/profile/fino-verifying" size="sm">
            {t('status.enterCode')}
          </ButtonLink>
        }
      >
        {t('status.codeText')}
      </Notice>
    )
  if (account.pending)
    return (
      <Notice tone="info" title={t('status.review')}>
        {t('status.reviewText')}
      </Notice>
    )
  return (
    <Notice tone="info" title={t('status.incomplete')}>
      {t('status.incompleteText')}
    </Notice>
  )
}
