import type { ProgramDescription } from "../description.js";

/** A goal of another plugin would be fetched and run. */
const MAVEN_GOALS = [
  "clean|validate|initialize|generate-sources|process-sources|compile|process-classes|generate-test-sources|test-compile|test",
  "prepare-package|package|pre-integration-test|integration-test|verify|install|site",
  "dependency:tree|dependency:list|dependency:resolve|dependency:analyze|dependency:go-offline|help:effective-pom|help:active-profiles",
  "versions:display-dependency-updates|versions:display-plugin-updates|compiler:compile|surefire:test|failsafe:verify|failsafe:integration-test",
  "checkstyle:check|checkstyle:checkstyle|pmd:check|spotbugs:check|spotless:check|spotless:apply|fmt:format|fmt:check|javadoc:javadoc|jacoco:report",
  "spring-boot:run|quarkus:dev|jetty:run",
].join("|");

const JAVA_SIZES = ["256m", "512m", "1g", "2g", "4g", "8g"]
  .flatMap((size) => [`-Xmx${size}`, `-Xms${size}`])
  .join(" ");

export const JVM: readonly ProgramDescription[] = [
  {
    names: "mvn mvnw",
    parser: "gnu",
    options: `
  -h --help -v --version (alone)
  -am --also-make
  -amd --also-make-dependents
  -B --batch-mode
  -C --strict-checksums
  -c --lax-checksums
  -e --errors
  -f --file <script>
  -fae --fail-at-end
  -ff --fail-fast
  -fn --fail-never
  -l --log-file <write>
  -N --non-recursive
  -nsu --no-snapshot-updates
  -ntp --no-transfer-progress
  -o --offline
  -P --activate-profiles <text>
  -pl --projects <text>
  -q --quiet
  -rf --resume-from <text>
  -T --threads <text>
  -U --update-snapshots
  -V --show-version
  -X --debug
  -Dtest -Dit.test -Dgroups -DexcludedGroups [text]
  -DskipTests -DskipITs -Dmaven.test.skip -DfailIfNoTests -Dsurefire.failIfNoSpecifiedTests [true|false]
  -Dcheckstyle.skip -Dspotbugs.skip -Dpmd.skip -Djacoco.skip -Denforcer.skip -Dspotless.check.skip -Dmaven.javadoc.skip [true|false]
  # Any other property may name a program or a library.
  ! -D --define <code>
  ! -s --settings <script>
  ! -gs --global-settings <script>
  ! -t --toolchains <script>
  ! -gt --global-toolchains <script>
  ! -b --builder <code>
  `,
    operands: `${MAVEN_GOALS}*`,
    runs: "pom.xml of the project and its plugins",
    starts: "java sh uname dirname",
    writesHere: true,
  },
  {
    names: "gradle gradlew",
    parser: "gnu",
    options: `
  -h --help -v --version --status (alone)
  -a --no-rebuild
  --build-cache
  --no-build-cache
  --configuration-cache
  --no-configuration-cache
  --configure-on-demand
  --no-configure-on-demand
  --console <plain|auto|rich|verbose>
  --continue
  --no-continue
  -d --debug
  --daemon
  --no-daemon
  -i --info
  -m --dry-run
  --max-workers <number>
  --no-scan
  --offline
  -P --project-prop <assignment>
  -p --project-dir <folder>
  --parallel
  --no-parallel
  --priority <low|normal>
  --profile
  -q --quiet
  --refresh-dependencies
  --rerun-tasks
  --rerun
  -S --full-stacktrace
  -s --stacktrace
  --stop
  --no-watch-fs
  --watch-fs
  -w --warn
  --warning-mode <all|fail|summary|none>
  --write-locks
  -x --exclude-task <task>
  # of tasks
  --tests <text>
  --configuration <text>
  --dependency <text>
  --all
  -b --build-file <script>
  -c --settings-file <script>
  ! -D --system-prop <code>
  ! -I --init-script <script>
  ! -g --gradle-user-home <code>
  ! --include-build <script>
  ! --project-cache-dir <write>
  ! --scan
  `,
    operands: "task*",
    runs: "the build scripts of the project",
    starts: "java sh uname",
    writesHere: true,
  },
  {
    names: "java",
    parser: "posix",
    options: `
  -help --help -h -version --version (alone)
  -ea -enableassertions -da -disableassertions
  --enable-preview
  -showversion
  ${JAVA_SIZES}
  # A path of several parts could lead anywhere.
  ! -cp -classpath --class-path -p --module-path <code>
  ! -m --module <code>
  ! -javaagent -agentlib -agentpath [code]
  ! -D [code]
  ! --add-opens --add-exports --add-modules <text>
  `,
    // The launcher takes `@file` for the words in that file, even behind -jar.
    commands: { "-jar": { operands: "code any*" } },
    operands: "code any*",
    runs: "the program",
  },
  {
    names: "javac",
    parser: "dash",
    options: `
  -help --help -version --version (alone)
  -d <plainwrite>
  -s <plainwrite>
  -h <plainwrite>
  -deprecation
  --enable-preview
  -encoding <plainword>
  -g
  -g:none
  -nowarn
  -parameters
  -proc:none
  -implicit:none
  -implicit:class
  --release <plainword>
  --source <plainword>
  --target <plainword>
  -verbose
  -Werror
  -Xlint
  -Xlint:all
  -Xlint:none
  -Xlint:unchecked
  -Xlint:deprecation
  -Xdiags:verbose
  # What is found there may hold a processor of annotations, which runs.
  ! --class-path -classpath -cp <code>
  ! --module-path -p <code>
  ! --processor-path -processorpath <code>
  ! -processor <code>
  ! -sourcepath --source-path <code>
  `,
    operands: "plainsource+",
    writesHere: true,
  },
];
