import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { Form } from '#client/ui/form.tsx'
import { TextLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { useSignUp } from './auth.commands.ts'
import { AuthFrame } from './auth-frame.tsx'
import { reduceSignUp, type SignUpForm, validateSignUp } from './sign-up.logic.ts'
import { SignUpFields } from './sign-up-fields.tsx'

type SignUpScreenProps = {
  next: string | undefined
  /** The inviter's code, from the link that led here. */
  referralCode: string
  onCodeSent: () => void
}

export function SignUpScreen({ next, referralCode, onCodeSent }: SignUpScreenProps) {
  const { t } = useTranslation('auth')
  const sentenceOf = useSentenceOf()
  const [form, setForm] = useState<SignUpForm>({ mobileNumber: '', password: '', referralCode, acceptedTerms: false })
  const [checked, setChecked] = useState(false)
  const signUp = useSignUp(next)
  const problems = validateSignUp(form)
  const change = (part: Partial<SignUpForm>) => setForm(reduceSignUp(form, part))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (Object.keys(problems).length === 0) signUp.mutate(form, { onSuccess: onCodeSent })
  }
  return (
    <AuthFrame
      title={t('signUp.title')}
      text={t('signUp.text')}
      footer={
        <>
          {t('signUp.haveAccount')}{' '}
          <TextLink to="/login" search={{ next }}>
            {t('signUp.login')}
          </TextLink>
        </>
      }
    >
      <Form noValidate onSubmit={submit}>
        {signUp.isError && <Notice tone="error">{sentenceOf(signUp.error)}</Notice>}
        <SignUpFields form={form} shown={checked ? problems : {}} change={change} />
        <Button type="submit" size="lg" full loading={signUp.isPending}>
          {t('signUp.action')}
        </Button>
      </Form>
    </AuthFrame>
  )
}
