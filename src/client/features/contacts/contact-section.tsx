import { chakra } from '@chakra-ui/react'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Session } from '#client/entities/session/session.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { Section } from '#client/ui/section.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { localMobileNumber, parseMobileNumber } from '#domain/mobile-number.ts'
import { stageOf } from '#domain/verification.ts'
import type { ContactKind } from './contact-form.logic.ts'

const ChangeContactSheet = lazy(() =>
  import('./change-contact-sheet.tsx').then(({ ChangeContactSheet }) => ({ default: ChangeContactSheet })),
)

/** The mobile number and the e-mail address of the account, whether each is verified, and a way to change each. */
export function ContactSection({ account }: { account: Session }) {
  const { t } = useTranslation('contacts')
  const language = useLanguage()
  const [changed, setChanged] = useState<ContactKind>()
  const mobile = parseMobileNumber(account.mobileNumber)
  const email = account.email ?? undefined
  const proven = { MOBILE: account.mobileNumber, EMAIL: account.emailVerified ? email : undefined }
  return (
    <Section title={t('title')} note={t('note')}>
      <chakra.ul display="grid" gap="4">
        <ContactRow
          kind="MOBILE"
          value={showDigits(mobile ? localMobileNumber(mobile) : account.mobileNumber, language)}
          proven
          locked={!stageOf(account.authenticationType).mayChangeContact}
          onChange={() => setChanged('MOBILE')}
        />
        <ContactRow
          kind="EMAIL"
          value={email}
          proven={proven.EMAIL !== undefined}
          onChange={() => setChanged('EMAIL')}
        />
      </chakra.ul>
      <Suspense fallback={null}>
        {changed && (
          <ChangeContactSheet
            kind={changed}
            proven={proven[changed]}
            suggested={changed === 'EMAIL' && !proven.EMAIL ? (email ?? '') : ''}
            onClose={() => setChanged(undefined)}
          />
        )}
      </Suspense>
    </Section>
  )
}

type ContactRowProps = {
  kind: ContactKind
  value: string | undefined
  proven: boolean
  /** It cannot be changed now. */
  locked?: boolean
  onChange: () => void
}

function ContactRow({ kind, value, proven, locked = false, onChange }: ContactRowProps) {
  const { t } = useTranslation('contacts')
  return (
    <chakra.li display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap="3">
      <chakra.div flex="1 1 12rem" minWidth="0" fontSize="sm">
        <chakra.p color="fg.muted">{t(`name.${kind}`)}</chakra.p>
        <chakra.p fontWeight="semibold" overflowWrap="anywhere">
          {value === undefined ? t(`none.${kind}`) : <bdi dir="ltr">{value}</bdi>}
        </chakra.p>
        {value !== undefined && <Proof proven={proven} />}
        {locked && (
          <chakra.p color="fg.muted" fontSize="xs">
            {t('locked')}
          </chakra.p>
        )}
      </chakra.div>
      {!locked && (
        <Button variant="quiet" size="sm" onClick={onChange}>
          {proven ? t(`change.${kind}`) : t(`prove.${kind}`)}
        </Button>
      )}
    </chakra.li>
  )
}

function Proof({ proven }: { proven: boolean }) {
  const { t } = useTranslation('contacts')
  const Icon = proven ? CircleCheck : CircleAlert
  return (
    <chakra.p display="inline-flex" alignItems="center" gap="1" fontSize="xs" color={proven ? 'buy' : 'gold'}>
      <Icon size={13} aria-hidden="true" />
      {proven ? t('proven') : t('unproven')}
    </chakra.p>
  )
}
