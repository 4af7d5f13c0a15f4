import { paths } from '#platform/shared/paths.ts'
import { Needs, SupportClosed } from '#platform/web/support.tsx'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { PageHeader, WayBack } from '#platform/web/ui/page.tsx'
import { importOfficers } from '../contract.ts'
import { ImportFlow, useImport } from '../parts/import-flow.tsx'

const OfficerImportScreen = () => {
  const state = useImport()
  return (
    <>
      <PageHeader
        title="Import roster"
        before={<WayBack to={paths.adminOfficers()}>Officers</WayBack>}
        hint={
          state.checked && !state.done
            ? state.checked.file_name
            : 'New officers are approved but have no account yet. Invite them by email later.'
        }
      />
      <SupportClosed>Only the department's admins can add officers. Support access is read-only.</SupportClosed>
      <Needs call={importOfficers}>
        <ImportFlow
          state={state}
          onward={
            <ButtonLink look="primary" to={paths.adminOfficers()}>
              View officers
            </ButtonLink>
          }
        />
      </Needs>
    </>
  )
}
export default OfficerImportScreen
