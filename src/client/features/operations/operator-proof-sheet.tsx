import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { finishProof } from '#client/lib/proof.ts'
import { Button } from '#client/ui/button.tsx'
import { Form } from '#client/ui/form.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { useOperatorCode } from './use-operator-code.tsx'

/** Asks an operator for a code of the authenticator before an act with large effects that has no form. If it is closed, the act is not executed. */
export function OperatorProofSheet() {
  const { t } = useTranslation('desk')
  const { field, prove, isSending } = useOperatorCode()
  return (
    <Sheet open title={t('proof.title')} onClose={() => finishProof(false)}>
      <chakra.p fontSize="sm" color="fg.muted" marginBottom="4">
        {t('proof.text')}
      </chakra.p>
      <Form noValidate onSubmit={prove}>
        {field}
        <Button type="submit" size="lg" full loading={isSending}>
          {t('proof.action')}
        </Button>
      </Form>
    </Sheet>
  )
}
