import { paths } from '#platform/shared/paths.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { PageHeader, WayBack } from '#platform/web/ui/page.tsx'
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
            : 'New officers are approved and have no account yet; invite them by mail later.'
        }
      />
      <ImportFlow
        state={state}
        onward={
          <ButtonLink look="primary" to={paths.adminOfficers()}>
            See the officers
          </ButtonLink>
        }
      />
    </>
  )
}
export default OfficerImportScreen
