import type { ProgramFile } from '../program.js';
import { enteredBy } from '../starts/entered.js';
import type { WriterRule } from '../writers/rules.js';
import { copyOut } from './docker.js';

/** Without a name it lists them. */
const SWITCHES: WriterRule = { own: '~/.kube/config', when: /^(?!(?:-c|--current|-h|--help|-V|--version)$)./ };

const KUBECTL =
  '--kubeconfig -n --namespace --context --cluster --user -s --server --token --as --as-group --request-timeout -v -c --container';

/** Tools of Kubernetes copy files out and keep settings of clusters. */
export const kubernetes: ProgramFile = {
  helm: { writes: { into: '--output-dir' } },
  'helm package': { writes: { into: '-d --destination' } },
  'helm pull': { writes: { into: '-d --destination --untardir' } },
  'kustomize, kustomize build': { writes: { out: '-o --output' } },
  'kubectl config, oc config': {
    stores: { own: '~/.kube/config', out: '--kubeconfig', ownOnly: true, unless: /^(?:view|current-context|get-.*)$/ },
  },
  'oc login, kubelogin convert-kubeconfig, kind create cluster, kind delete cluster, kind export kubeconfig': {
    stores: { own: '~/.kube/config', out: '--kubeconfig', ownOnly: true },
  },
  'kubectx, kubens': { stores: SWITCHES },
  'minikube start, minikube update-context, minikube delete, k3d cluster create': { stores: { own: '~/.kube/config' } },
  'k3d kubeconfig merge': { stores: { own: '~/.kube/config', out: '-o --output', ownOnly: true } },
  'helm registry login': { stores: { own: '~/.config/helm/registry/config.json' } },
  'kubectl, oc': { writer: copyOut, tellsByOptions: true, valued: KUBECTL, enters: enteredBy },
  cr: { publishes: [{ when: /^index\b/, needs: /--(?:push|pr)\b/ }] },
  flux: { publishes: [{ when: /^bootstrap\b/ }] },
};
