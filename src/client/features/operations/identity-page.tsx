import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi, isRefusal } from '#client/lib/call-api.ts'
import { type Language, useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { type Fact, FactList } from '#client/ui/fact-list.tsx'
import { TextLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { QueryPlaceholder } from '#client/ui/query-view.tsx'
import { Section } from '#client/ui/section.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { showDigits } from '#client/ui/show-digits.ts'
import { HAND_BACK_REASONS, handBackSentence } from '#contract/hand-back-reasons.ts'
import {
  approvePendingIdentity,
  claimPendingIdentity,
  getPendingDocument,
  handBackPendingIdentity,
} from '#contract/operations-identities.ts'
import { getUser } from '#contract/operations-users.ts'
import { findCountry } from '#domain/countries.ts'
import { ActPanel, useQuickAct } from './act-sheet.tsx'
import { Allowed } from './allowed.tsx'
import { DocumentViewer } from './document-viewer.tsx'
import { type PendingForm, pendingFormQuery, useDoubtText } from './identities.queries.ts'
import { Digits, useListText } from './names.tsx'

/** A waiting form: its data next to the documents, and the decision. */
export function IdentityPage({ id }: { id: string }) {
  const { t } = useTranslation('operations')
  const { t: ofRegistry } = useTranslation('customers')
  const query = useQuery(pendingFormQuery(id))
  const { data: form, error } = query
  const [deciding, setDeciding] = useState<'approve' | 'handBack' | undefined>()
  if (error && isRefusal(error, 'IDENTITY_NOT_PENDING')) return <Decided />
  if (!form) return <QueryPlaceholder query={query} rows={8} />
  return (
    <>
      <PageHeading
        title={`${form.firstName} ${form.lastName}`}
        text={<Digits text={form.mobileNumber} />}
        aside={
          <chakra.span display="flex" flexWrap="wrap" gap="4">
            <Allowed to={getUser}>
              <TextLink to="/operations/users/$userId" params={{ userId: id }}>
                {ofRegistry('registry.identity.customer')}
              </TextLink>
            </Allowed>
            <TextLink to="/operations/identities">{t('identities.back')}</TextLink>
          </chakra.span>
        }
      />
      <chakra.div
        display="grid"
        gap="4"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 3fr)' }}
      >
        <Section title={t('identities.form')}>
          <Doubts form={form} />
          <Claim form={form} />
          <FormFacts form={form} />
          <Allowed to={approvePendingIdentity}>
            {deciding ? (
              <Decision key={deciding} form={form} how={deciding} onClose={() => setDeciding(undefined)} />
            ) : (
              <chakra.div display="flex" flexWrap="wrap" gap="2" marginTop="4">
                <Button onClick={() => setDeciding('approve')}>{t('identities.approve.action')}</Button>
                <Button variant="danger" onClick={() => setDeciding('handBack')}>
                  {t('identities.handBack.action')}
                </Button>
              </chakra.div>
            )}
          </Allowed>
        </Section>
        <Allowed to={getPendingDocument}>
          <chakra.div minWidth="0" position={{ lg: 'sticky' }} top="4" alignSelf="start">
            <Section title={t('identities.documents')} note={t('identities.logged')}>
              <DocumentViewer userId={id} documents={form.documents} />
            </Section>
          </chakra.div>
        </Allowed>
      </chakra.div>
    </>
  )
}

function Decided() {
  const { t } = useTranslation('operations')
  return (
    <EmptyState
      heading
      title={t('identities.decided')}
      action={<TextLink to="/operations/identities">{t('identities.back')}</TextLink>}
    />
  )
}

function Doubts({ form: { doubts, handedBack } }: { form: PendingForm }) {
  const { t } = useTranslation('operations')
  const { t: ofRegistry } = useTranslation('customers')
  const language = useLanguage()
  const doubtText = useDoubtText()
  const listText = useListText()
  return (
    <chakra.div display="grid" gap="2" marginBottom="3">
      <Notice tone="warning" title={t('identities.doubts')}>
        {listText(doubts.map(doubtText))}
        {doubts.some(({ names }) => names) && <p>{ofRegistry('registry.noName')}</p>}
      </Notice>
      {handedBack && (
        <Notice tone="info" title={t('identities.handedBack')}>
          {handBackSentence(handedBack.reason, language)}
        </Notice>
      )}
    </chakra.div>
  )
}

function FormFacts({ form }: { form: PendingForm }) {
  const { t } = useTranslation('operations')
  const language = useLanguage()
  const listText = useListText()
  const { country, telephone, foreignMobile } = form
  const facts = [
    ...useNameFacts(form),
    { label: t('users.nationalCode'), value: <Digits text={form.nationalCode} /> },
    { label: t('user.birthDay'), value: <DateText at={`${form.birthDay}T12:00:00Z`} style="date" /> },
    { label: t('identities.idFormat'), value: t(`identities.format.${form.idFormatType}`) },
    ...(country === null ? [] : [{ label: t('identities.country'), value: nameOfCountry(country, language) }]),
    { label: t('user.email'), value: <bdi dir="ltr">{form.email}</bdi> },
    ...(telephone === null ? [] : [{ label: t('identities.telephone'), value: <Digits text={telephone} /> }]),
    ...(foreignMobile === null
      ? []
      : [{ label: t('identities.foreignMobile'), value: <Digits text={foreignMobile} /> }]),
    { label: t('user.place'), value: listText([form.state, form.city]) },
    { label: t('identities.postalCode'), value: <Digits text={form.postalCode} /> },
    { label: t('identities.address'), value: form.address },
    ...form.bankAccounts.map(({ cardNumber, shebaCode }, index) => ({
      label: t('identities.card', { number: showDigits(String(index + 1), language) }),
      value: (
        <>
          <Digits text={cardNumber} /> <Digits text={shebaCode} />
        </>
      ),
    })),
    { label: t('identities.submitted'), value: <DateText at={form.submittedAt} /> },
  ]
  return <FactList facts={facts} />
}

/** The operator who has claimed the form, if any; any other operator can take it over. */
function Claim({ form: { id, claim } }: { form: PendingForm }) {
  const { t } = useTranslation('customers')
  const take = useQuickAct({ act: () => callApi(claimPendingIdentity, { params: { id } }) })
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3" marginBottom="3" fontSize="sm">
      {claim && (
        <span>
          {claim.isOwn ? t('registry.claim.mine') : t('registry.claim.of', { name: claim.name })}{' '}
          <DateText at={claim.at} />
        </span>
      )}
      {!claim?.isOwn && (
        <Allowed to={claimPendingIdentity}>
          <Button size="sm" variant="quiet" loading={take.isPending} onClick={() => take.mutate()}>
            {t('registry.claim.action')}
          </Button>
        </Allowed>
      )}
    </chakra.div>
  )
}

/** The typed name and, if the registry found another, the similarity of each part: the registry does not reveal the name. */
function useNameFacts({ firstName, lastName, doubts }: PendingForm): Fact[] {
  const { t } = useTranslation('customers')
  const language = useLanguage()
  const names = doubts.find(({ what }) => what === 'NAME')?.names
  const share = (percent: number) => showDecimal(String(percent), language, { percent: true })
  return [
    { label: t('registry.typed.first'), value: <bdi>{firstName}</bdi> },
    ...(names ? [{ label: t('registry.alike.first'), value: share(names.first) }] : []),
    { label: t('registry.typed.last'), value: <bdi>{lastName}</bdi> },
    ...(names ? [{ label: t('registry.alike.last'), value: share(names.last) }] : []),
  ]
}

/** Shown next to the documents, which stay in sight while the operator writes a reason. */
function Decision({ form, how, onClose }: { form: PendingForm; how: 'approve' | 'handBack'; onClose: () => void }) {
  const { t } = useTranslation('operations')
  const language = useLanguage()
  const navigate = useNavigate()
  const endpoint = how === 'approve' ? approvePendingIdentity : handBackPendingIdentity
  const ready = Object.values(HAND_BACK_REASONS).map((sentence) => sentence[language])
  const decide = async (reason: string) => {
    await callApi(endpoint, { params: { id: form.id }, body: { reason: namesOfReady(reason) } })
    await navigate({ to: '/operations/identities' })
  }
  return (
    <ActPanel
      title={t(`identities.${how}.title`, { name: `${form.firstName} ${form.lastName}` })}
      text={t(`identities.${how}.text`)}
      yes={t(`identities.${how}.action`)}
      done={t(`identities.${how}.done`)}
      variant={how === 'approve' ? 'primary' : 'danger'}
      {...(how === 'handBack' ? { ready, reasonLabel: t('identities.handBack.reason') } : {})}
      act={decide}
      onClose={onClose}
    />
  )
}

/** Ready sentences are sent by their keys, so that the user reads them in their own language; mixed with other text, they are sent as they are. */
function namesOfReady(reason: string): string {
  const names = reason.split('\n').map((line) => READY.find(([, { fa, en }]) => line === fa || line === en)?.[0])
  return names.includes(undefined) ? reason : names.join(' ')
}

const READY = Object.entries(HAND_BACK_REASONS)

/** The name of a country in the language of the screen, from the browser's own tables. */
function nameOfCountry(name: string, language: Language): string {
  const code = findCountry(name)?.code
  return (code && new Intl.DisplayNames(language, { type: 'region' }).of(code)) ?? name
}

const route = getRouteApi('/operations/identities/$userId')

export function IdentityRoute() {
  const { userId } = route.useParams()
  return <IdentityPage key={userId} id={userId} />
}
