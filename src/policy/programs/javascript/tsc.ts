import type { ProgramDescription } from "../description.js";

/** tsc takes one dash for two and any case of letters: only these spellings are described. */
const TSC_OPTIONS = `
  -h --help (alone)
  -v --version
  --all
  -b --build
  --clean
  -f --force
  --dry
  --verbose
  --stopBuildOnErrors
  -d --declaration
  -i --incremental
  -p --project <source>
  -w --watch
  --allowArbitraryExtensions
  --allowImportingTsExtensions
  --allowJs
  --allowSyntheticDefaultImports
  --allowUmdGlobalAccess
  --allowUnreachableCode
  --allowUnusedLabels
  --alwaysStrict
  --assumeChangesOnlyAffectDirectDependencies
  --baseUrl <source>
  --checkJs
  --customConditions <text>
  --declarationDir <write>
  --declarationMap
  --diagnostics
  --downlevelIteration
  --emitBOM
  --emitDeclarationOnly
  --emitDecoratorMetadata
  --erasableSyntaxOnly
  --esModuleInterop
  --exactOptionalPropertyTypes
  --experimentalDecorators
  --explainFiles
  --extendedDiagnostics
  --forceConsistentCasingInFileNames
  --generateCpuProfile <write>
  --generateTrace <write>
  --ignoreDeprecations <text>
  --importHelpers
  --init
  --inlineSourceMap
  --inlineSources
  --isolatedDeclarations
  --isolatedModules
  --jsx <preserve|react-native|react-jsx|react-jsxdev|react>
  --jsxFactory <text>
  --jsxFragmentFactory <text>
  --jsxImportSource <text>
  --keyofStringsOnly
  --lib <text>
  --libReplacement
  --listEmittedFiles
  --listFiles
  --listFilesOnly
  --locale <text>
  --mapRoot <text>
  --maxNodeModuleJsDepth <number>
  -m --module <text>
  --moduleDetection <auto|legacy|force>
  --moduleResolution <text>
  --moduleSuffixes <text>
  --newLine <crlf|lf>
  --noCheck
  --noEmit
  --noEmitHelpers
  --noEmitOnError
  --noErrorTruncation
  --noFallthroughCasesInSwitch
  --noImplicitAny
  --noImplicitOverride
  --noImplicitReturns
  --noImplicitThis
  --noLib
  --noPropertyAccessFromIndexSignature
  --noResolve
  --noUncheckedIndexedAccess
  --noUncheckedSideEffectImports
  --noUnusedLocals
  --noUnusedParameters
  --outDir <write>
  --outFile <write>
  --preserveConstEnums
  --preserveSymlinks
  --preserveWatchOutput
  --pretty
  --removeComments
  --resolveJsonModule
  --resolvePackageJsonExports
  --resolvePackageJsonImports
  --rewriteRelativeImportExtensions
  --rootDir <source>
  --showConfig
  --skipDefaultLibCheck
  --skipLibCheck
  --sourceMap
  --sourceRoot <text>
  --strict
  --strictBindCallApply
  --strictBuiltinIteratorReturn
  --strictFunctionTypes
  --strictNullChecks
  --strictPropertyInitialization
  --stripInternal
  -t --target <text>
  --traceResolution
  --tsBuildInfoFile <write>
  --typeRoots <source>
  --types <text>
  --useDefineForClassFields
  --useUnknownInCatchVariables
  --verbatimModuleSyntax
`;

export const TSC: ProgramDescription = {
  names: "tsc npx:tsc tsgo npx:tsgo vue-tsc npx:vue-tsc",
  parser: "dash",
  dashesAreOptions: true,
  options: TSC_OPTIONS,
  operands: "plainsource*",
  starts: "node",
};
