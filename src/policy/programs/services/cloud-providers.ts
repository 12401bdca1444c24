import type { CommandDescription, ProgramDescription } from "../description.js";

const NEEDS_ACCOUNT = "needs an account";

// `cloudvalue`: aws reads the file behind file://, az the one behind @.
const AWS_GLOBALS = `
  --region <cloudvalue>
  --profile <cloudvalue>
  --output <json|text|table|yaml|yaml-stream>
  --query <cloudvalue>
  --color <on|off|auto>
  --no-cli-pager
  --no-paginate
  --max-items <number>
  --page-size <number>
  --starting-token <cloudvalue>
  --cli-read-timeout <number>
  --cli-connect-timeout <number>
  --no-sign-request
  ! --endpoint-url <text>
  ! --ca-bundle <read>
  ! --no-verify-ssl
  ! --debug
  ! --cli-input-json <text>
  ! --cli-input-yaml <text>`;

// The names and filters of all commands below; one that does not know an option refuses it.
const AWS_READ: CommandDescription = {
  options: `
    --filters --filter <cloudvalue>
    --max-results --max-records --limit --max-keys <number>
    --next-token --marker <cloudvalue>
    --owners <cloudvalue>
    --instance-ids --vpc-ids --subnet-ids --group-ids --group-names --image-ids --volume-ids --snapshot-ids <cloudvalue>
    --cluster --clusters --cluster-name --services --service-name --tasks --name --names <cloudvalue>
    --stack-name --stack-status-filter <cloudvalue>
    --db-instance-identifier --db-cluster-identifier <cloudvalue>
    --table-name --bucket --prefix --delimiter --key <cloudvalue>
    --repository-name --repository-names --image-ids <cloudvalue>
    --log-group-name --log-group-name-prefix --log-stream-name --log-stream-names --log-stream-name-prefix <cloudvalue>
    --filter-pattern --start-time --end-time --order-by <cloudvalue>
    --descending
    --start-from-head
    --load-balancer-arns --target-group-arn --target-group-arns --listener-arns <cloudvalue>
    --queue-name-prefix --queue-url --topic-arn <cloudvalue>
    --hosted-zone-id --id <cloudvalue>
    --namespace --metric-name --alarm-names --state-value <cloudvalue>
    --user-name --role-name --path-prefix --scope <cloudvalue>
    --desired-status --launch-type --family --family-prefix --status <cloudvalue>`,
  operands: "cloudvalue*",
};

function reads(commands: string): CommandDescription {
  return { commands: { [commands]: AWS_READ } };
}

/** What answers with passwords, tokens, keys or the variables of a program is left out. */
const AWS: ProgramDescription = {
  names: "aws",
  parser: "gnu",
  unverified: NEEDS_ACCOUNT,
  globalOptions: AWS_GLOBALS,
  options: "--version (alone)",
  commands: {
    s3: {
      commands: {
        ls: {
          options: `
            --recursive
            --human-readable
            --summarize
            --request-payer [requester|]`,
          operands: "cloudvalue?",
        },
      },
    },
    s3api: reads("list-buckets list-objects list-objects-v2 head-object head-bucket get-bucket-location"),
    sts: reads("get-caller-identity"),
    ec2: reads(
      "describe-instances describe-instance-status describe-instance-types describe-vpcs describe-subnets " +
        "describe-security-groups describe-route-tables describe-images describe-volumes describe-snapshots " +
        "describe-regions describe-availability-zones describe-network-interfaces describe-addresses " +
        "describe-nat-gateways describe-internet-gateways describe-key-pairs describe-tags",
    ),
    iam: reads(
      "list-users list-roles list-groups list-policies list-attached-role-policies get-user get-role",
    ),
    ecs: reads("list-clusters list-services list-tasks describe-clusters describe-services describe-tasks"),
    eks: reads("list-clusters list-nodegroups describe-cluster describe-nodegroup"),
    ecr: reads("describe-repositories describe-images list-images"),
    rds: reads("describe-db-instances describe-db-clusters describe-db-snapshots describe-events"),
    elbv2: reads(
      "describe-load-balancers describe-target-groups describe-target-health describe-listeners describe-rules",
    ),
    cloudformation: reads(
      "list-stacks describe-stack-events describe-stack-resources list-stack-resources list-exports",
    ),
    cloudwatch: reads("list-metrics describe-alarms"),
    dynamodb: reads("list-tables describe-table"),
    sqs: reads("list-queues get-queue-attributes"),
    sns: reads("list-topics list-subscriptions"),
    route53: reads("list-hosted-zones list-resource-record-sets"),
    secretsmanager: reads("list-secrets"),
    ssm: reads("describe-parameters"),
    logs: {
      commands: {
        "describe-log-groups describe-log-streams filter-log-events get-log-events": AWS_READ,
        tail: {
          options: `
            --since <cloudvalue>
            --follow
            --format <detailed|short|json>
            --filter-pattern <cloudvalue>
            --log-stream-names <cloudvalue>
            --log-stream-name-prefix <cloudvalue>`,
          operands: "cloudvalue+",
        },
      },
    },
    configure: { commands: { list: {}, "list-profiles": {} } },
  },
};

const GCLOUD_GLOBALS = `
  --project <text>
  --account <text>
  --configuration <text>
  --format <text>
  -q --quiet
  --verbosity <debug|info|warning|error|critical|none>
  --no-user-output-enabled
  ! --flags-file <read>
  ! --access-token-file <read>
  ! --impersonate-service-account <text>
  ! --log-http
  ! --trace-token <text>
  -h --help (alone)`;

const GCLOUD_PLACE = `
  --region <text>
  --zone <text>
  --location <text>
  --cluster <text>
  --global`;

const GCLOUD_LIST: CommandDescription = {
  options: `
    ${GCLOUD_PLACE}
    --regions <text>
    --zones <text>
    --filter <text>
    --limit <number>
    --page-size <number>
    --sort-by <text>
    --uri`,
  operands: "text*",
};
const GCLOUD_DESCRIBE: CommandDescription = { options: GCLOUD_PLACE, operands: "text" };
const LIST_AND_DESCRIBE: CommandDescription = { commands: { list: GCLOUD_LIST, describe: GCLOUD_DESCRIBE } };
const ONLY_LIST: CommandDescription = { commands: { list: GCLOUD_LIST } };

const GCLOUD: ProgramDescription = {
  names: "gcloud",
  parser: "gnu",
  unverified: NEEDS_ACCOUNT,
  globalOptions: GCLOUD_GLOBALS,
  options: "-v --version (alone)",
  commands: {
    version: {},
    info: {},
    auth: { commands: { list: { options: "--filter-account <text>" } } },
    config: {
      commands: {
        list: { options: "--all", operands: "text?" },
        "get-value get": { operands: "text" },
        configurations: ONLY_LIST,
      },
    },
    projects: LIST_AND_DESCRIBE,
    services: ONLY_LIST,
    compute: {
      commands: {
        "instances disks networks addresses firewall-rules regions zones machine-types": LIST_AND_DESCRIBE,
        images: ONLY_LIST,
      },
    },
    container: {
      commands: { clusters: LIST_AND_DESCRIBE, "node-pools": LIST_AND_DESCRIBE, images: ONLY_LIST },
    },
    run: { commands: { "services revisions jobs": ONLY_LIST } },
    functions: ONLY_LIST,
    sql: { commands: { "instances databases": ONLY_LIST } },
    storage: {
      commands: {
        ls: {
          options: `
            -l --long
            -r -R --recursive
            -b --buckets
            --readable-sizes`,
          operands: "text*",
        },
        buckets: LIST_AND_DESCRIBE,
      },
    },
    artifacts: { commands: { "repositories packages versions": ONLY_LIST } },
    builds: { commands: { list: GCLOUD_LIST, describe: GCLOUD_DESCRIBE, log: GCLOUD_DESCRIBE } },
    iam: { commands: { "service-accounts roles": ONLY_LIST } },
    pubsub: { commands: { "topics subscriptions": LIST_AND_DESCRIBE } },
    logging: {
      commands: {
        read: {
          options: `
            --limit <number>
            --freshness <text>
            --order <asc|desc>
            --resource-names <text>`,
          operands: "text?",
        },
        logs: ONLY_LIST,
      },
    },
  },
};

const AZ_OPTIONS = `
  -o --output <json|jsonc|yaml|yamlc|table|tsv|none>
  --query <cloudvalue>
  --subscription <cloudvalue>
  --only-show-errors
  ! --debug
  ! --verbose
  -h --help (alone)`;
const AZ_READ: CommandDescription = {
  options: `
    -g --resource-group <cloudvalue>
    -n --name <cloudvalue>
    --ids <cloudvalue>
    --tag <cloudvalue>
    -l --location <cloudvalue>
    --all
    -d --show-details
    --refresh`,
};
const AZ_LIST_AND_SHOW: CommandDescription = { commands: { "list show": AZ_READ } };

const AZ: ProgramDescription = {
  names: "az",
  parser: "gnu",
  unverified: NEEDS_ACCOUNT,
  globalOptions: AZ_OPTIONS,
  options: "-v --version (alone)",
  commands: {
    version: {},
    account: { commands: { "list show list-locations": AZ_READ } },
    "group resource vm aks acr network disk": AZ_LIST_AND_SHOW,
    webapp: { commands: { list: AZ_READ } },
    functionapp: { commands: { list: AZ_READ } },
    storage: { commands: { account: { commands: { list: AZ_READ } } } },
  },
};

const TERRAFORM_STATE = "-state <read>";

// Values marked as sensitive are printed in plain text with -json and -raw.
const TERRAFORM: ProgramDescription = {
  names: "terraform tofu",
  parser: "go",
  unverified: "needs providers from the network",
  options: `
    -chdir <folder>
    -version --version -v (alone)
    -help --help -h (alone)`,
  commands: {
    fmt: {
      options: `
        -check
        -diff
        -list
        -write
        -recursive
        -no-color`,
      operands: "write*",
      starts: "diff",
    },
    validate: {
      options: `
        -json
        -no-color
        -no-tests
        -test-directory <read>`,
      operands: "search?",
      runs: "the providers that the project has installed",
    },
    version: { options: "-json" },
    show: {
      options: `
        -no-color
        ! -json`,
      operands: "read?",
      runs: "the providers that the project has installed",
    },
    output: {
      options: `
        ${TERRAFORM_STATE}
        -no-color
        ! -json
        ! -raw`,
      operands: "text?",
    },
    graph: {
      options: `
        -draw-cycles
        -plan <read>
        -type <plan|plan-refresh-only|plan-destroy|apply>`,
      runs: "the providers that the project has installed",
    },
    providers: { options: "-test-directory <read>", operands: "" },
    state: {
      commands: {
        list: {
          options: `
            ${TERRAFORM_STATE}
            -id <text>`,
          operands: "text*",
        },
      },
    },
    workspace: { commands: { list: {}, show: {} } },
  },
};

/** The tools of hosts, only for a look. Their settings commands print secrets. */
const HOSTS: readonly ProgramDescription[] = [
  {
    names: "pulumi",
    parser: "gnu",
    unverified: NEEDS_ACCOUNT,
    commands: {
      version: {},
      whoami: { options: "-v --verbose\n-j --json" },
      stack: {
        commands: { ls: { options: "-a --all\n-j --json\n-p --project <text>\n-o --organization <text>" } },
      },
    },
  },
  {
    names: "heroku",
    parser: "gnu",
    unverified: NEEDS_ACCOUNT,
    globalOptions: `
      -a --app <text>
      -r --remote <text>`,
    options: "-v --version (alone)",
    commands: {
      "apps apps:info apps:list info": { options: "-A --all\n-j --json\n-t --team <text>" },
      ps: { options: "--json" },
      logs: { options: "-n --num <number>\n-d --dyno <text>\n-s --source <text>\n-t --tail", operands: "" },
      releases: { options: "-n --num <number>\n--json", operands: "" },
      "auth:whoami whoami": {},
      status: {},
      version: {},
    },
  },
  {
    names: "fly flyctl",
    parser: "gnu",
    unverified: NEEDS_ACCOUNT,
    globalOptions: `
      -a --app <text>
      -j --json`,
    commands: {
      status: { options: "--all" },
      logs: { options: "-n --no-tail\n-r --region <text>\n--machine <text>" },
      "apps machine machines releases": { commands: { list: {} }, operands: "" },
      version: {},
    },
  },
  {
    names: "vercel",
    parser: "gnu",
    unverified: NEEDS_ACCOUNT,
    options: "-v --version (alone)\n-h --help (alone)",
    commands: {
      "list ls": { operands: "text?" },
      inspect: { options: "--logs\n--wait", operands: "text" },
      whoami: {},
    },
  },
  {
    names: "netlify ntl",
    parser: "gnu",
    unverified: NEEDS_ACCOUNT,
    options: "--version (alone)",
    commands: { status: { options: "--json" }, "sites:list": { options: "--json" } },
  },
];

/** Clouds and infrastructure: only what reads. */
export const PROVIDERS: readonly ProgramDescription[] = [AWS, GCLOUD, AZ, TERRAFORM, ...HOSTS];
