import { chakra } from '@chakra-ui/react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { Button } from '#client/ui/button.tsx'
import { RefusalNotice } from '#client/ui/refusal-notice.tsx'
import { Section } from '#client/ui/section.tsx'
import { openDocuments } from '#contract/operations-identities.ts'
import { useMay } from './allowed.tsx'
import { DocumentViewer } from './document-viewer.tsx'
import type { UserPage } from './user.queries.ts'

type DocumentSectionProps = { user: Pick<UserPage, 'id' | 'photos'> }

/** The photos of a customer whose identity is decided: shown on request, after a code of the authenticator. */
export function DocumentSection({ user: { id, photos } }: DocumentSectionProps) {
  const { t } = useTranslation('operations')
  const { t: ofSafety } = useTranslation('safety')
  const may = useMay()
  const open = useMutation({
    mutationFn: async () => (await callApi(openDocuments, { params: { id } })).baseDTO.documents,
  })
  if (photos === 0 || !may(openDocuments)) return null
  return (
    <Section title={t('identities.documents')} note={t('identities.logged')}>
      {open.data ? (
        <DocumentViewer userId={id} documents={open.data} />
      ) : (
        <chakra.div display="grid" gap="3" justifyItems="start">
          {open.isError && <RefusalNotice error={open.error} />}
          <Button size="sm" variant="quiet" loading={open.isPending} onClick={() => open.mutate()}>
            {ofSafety('documents.show')}
          </Button>
        </chakra.div>
      )}
    </Section>
  )
}
